/**
 * How deep a chain of automations is. The depth is part of the request id of a run, which every event carries that the
 * run causes, so an automation that such an event starts knows its own depth without any other record.
 */
export function requestIdOfRun(runId: number, depth: number): string {
  return `automation-run-${runId}-${depth}`
}

/** 0 for what no automation caused. */
export function depthOf(requestId: string): number {
  return Number(/^automation-run-\d+-(\d+)$/.exec(requestId)?.[1] ?? 0)
}
