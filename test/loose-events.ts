import type { LoggedEvent } from '../src/registry/events.ts'

type LooseEvent = Omit<LoggedEvent, 'kind' | 'data'> & {
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of events of every kind
  readonly data: any
}

/** Events for tests that look into the data of whatever kind they expect. */
export async function loose(events: Promise<readonly LoggedEvent[]>): Promise<LooseEvent[]> {
  return (await events).map((event) => ({ ...event }))
}
