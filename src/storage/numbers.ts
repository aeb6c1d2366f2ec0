import { sql } from './database.ts'

/** What a channel counts up: its events and its viewers. A number is given once, whatever becomes of its row. */
export type Series = 'event' | 'viewer'

type Stored = { channel: number; last: number }

export const series = {
  event: {
    find: sql<{ channel: number }, { last: number }>('SELECT last_event AS last FROM channels WHERE id = :channel'),
    store: sql<Stored>('UPDATE channels SET last_event = :last WHERE id = :channel'),
  },
  viewer: {
    find: sql<{ channel: number }, { last: number }>('SELECT last_viewer AS last FROM channels WHERE id = :channel'),
    store: sql<Stored>('UPDATE channels SET last_viewer = :last WHERE id = :channel'),
  },
} as const

export interface Count {
  readonly series: Series
  readonly channel: number
  readonly last: number
}

/**
 * Numbers that a transaction gave out. Whoever writes has the channel to itself, so they are counted here and stored
 * once, with the commit.
 */
export function createNumbers() {
  let counts = new Map<string, Count>()

  return {
    /** Undefined until the transaction has looked where the series stands. */
    next(series: Series, channel: number): number | undefined {
      const key = `${series}${channel}`
      const last = counts.get(key)?.last
      if (last === undefined) return undefined
      counts.set(key, { series, channel, last: last + 1 })
      return last + 1
    },

    /** The first number after the one that is stored. */
    begin(series: Series, channel: number, stored: number | undefined): number {
      if (stored === undefined) throw new Error(`channel ${channel} does not exist`)
      counts.set(`${series}${channel}`, { series, channel, last: stored + 1 })
      return stored + 1
    },

    /** At least so far: what was given out ahead of time is given now. */
    raise({ series, channel, last }: Count): void {
      const key = `${series}${channel}`
      if (last > (counts.get(key)?.last ?? 0)) counts.set(key, { series, channel, last })
    },

    toStore: (): Iterable<Count> => counts.values(),

    /** What was given out until now; `undo` with it takes back what comes after. */
    mark: (): ReadonlyMap<string, Count> => new Map(counts),
    undo(mark: ReadonlyMap<string, Count>): void {
      counts = new Map(mark)
    },
  }
}
