import type { StepOutcome } from '../steps/run.ts'

/** One step of a run, as it is recorded. */
export interface RecordedStep {
  /** Empty for the reply of a command, which is no step of its own. */
  readonly path: string
  readonly type: string
  readonly status: 'running' | 'done' | 'failed' | 'skipped' | 'not_met'
  readonly ms?: number
  readonly error?: string
  readonly message?: string
  readonly result?: Readonly<Record<string, unknown>>
}

export function recordedStep({ type, path = '', ok, ms, detail, failure }: StepOutcome): RecordedStep {
  if (detail?.skipped === true) return { path, type, status: 'skipped' }
  const took = ms === undefined ? {} : { ms }
  if (failure !== undefined)
    return { path, type, status: 'failed', ...took, error: failure.code, message: failure.message }
  if (detail?.condition === false) return { path, type, status: 'not_met', ...took }
  return { path, type, status: ok ? 'done' : 'failed', ...took, ...(detail === undefined ? {} : { result: detail }) }
}
