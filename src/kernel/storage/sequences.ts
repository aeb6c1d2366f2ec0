import { type Statement, sql } from './database.ts'
import type { Sequence } from './sequence.ts'

/** In the place of a channel: what is numbered across all of them. */
export const allChannels = 0

type Key = { channel: number; name: string }

interface Stored {
  readonly find: Statement<Key, { last: number }>
  readonly store: Statement<Key & { last: number }, never>
  /** Where the sequence stands when nothing is stored; undefined when there must be a row. */
  readonly first: number | undefined
}

// Nearly every write appends an event, and the row of its channel is at hand.
const event: Stored = {
  find: sql<Key, { last: number }>('SELECT last_event AS last FROM channels WHERE id = :channel'),
  store: sql<Key & { last: number }>('UPDATE channels SET last_event = :last WHERE id = :channel'),
  first: undefined,
}
const viewer: Stored = {
  find: sql<Key, { last: number }>('SELECT last_viewer AS last FROM channels WHERE id = :channel'),
  store: sql<Key & { last: number }>('UPDATE channels SET last_viewer = :last WHERE id = :channel'),
  first: undefined,
}
const other: Stored = {
  find: sql<Key, { last: number }>('SELECT last FROM id_sequences WHERE channel_id = :channel AND name = :name'),
  store: sql<Key & { last: number }>(
    `INSERT INTO id_sequences (channel_id, name, last) VALUES (:channel, :name, :last)
     ON CONFLICT (channel_id, name) DO UPDATE SET last = excluded.last`,
  ),
  first: 0,
}

/** Where the last number of a sequence is stored. */
export function storageOf(sequence: Sequence): Stored {
  return sequence === 'event' ? event : sequence === 'viewer' ? viewer : other
}

/** The last number that was given out. */
export interface Count {
  readonly sequence: Sequence
  readonly channel: number
  readonly last: number
}

export type Counters = ReturnType<typeof createCounters>

/**
 * The numbers that a transaction gives out. A writer has its channel to itself, so they are counted in memory and
 * stored once, with the commit.
 */
export function createCounters() {
  let counts = new Map<string, Count>()

  function raise(count: Count): void {
    const key = keyOf(count.sequence, count.channel)
    if (count.last > (counts.get(key)?.last ?? -1)) counts.set(key, count)
  }

  return {
    raise,

    isKnown: (sequence: Sequence, channel: number): boolean => counts.has(keyOf(sequence, channel)),

    /** Where the sequence stands in the database, before the first number is taken. */
    start(sequence: Sequence, channel: number, stored: number | undefined): void {
      const last = stored ?? storageOf(sequence).first
      if (last === undefined) throw new Error(`channel ${channel} does not exist`)
      raise({ sequence, channel, last })
    },

    /** Undefined until the sequence was started. */
    next(sequence: Sequence, channel: number): number | undefined {
      const key = keyOf(sequence, channel)
      const last = counts.get(key)?.last
      if (last === undefined) return undefined
      counts.set(key, { sequence, channel, last: last + 1 })
      return last + 1
    },

    toStore: (): Iterable<Count> => counts.values(),

    /** A copy of the current state; `restore` returns to it. */
    save: (): ReadonlyMap<string, Count> => new Map(counts),
    restore(saved: ReadonlyMap<string, Count>): void {
      counts = new Map(saved)
    },
  }
}

function keyOf(sequence: Sequence, channel: number): string {
  return `${channel} ${sequence}`
}
