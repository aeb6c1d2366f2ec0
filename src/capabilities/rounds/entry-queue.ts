import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Outcome, WantedEntry } from './entering.ts'
import type { Round } from './round.ts'
import { roundRows } from './round-rows.ts'

/** Few enough per transaction that a call in between waits a few milliseconds. */
const maxAtOnce = 100
/** A few seconds of a very busy chat. */
const maxWaiting = 10_000
/** After a batch that is larger than this, entries are collected for a moment before the next one is written. */
const manyEntries = 10
const collectMs = 200

interface Waiting {
  readonly roundId: number
  readonly viewerId: number
  readonly entry: WantedEntry
  resolve(outcome: Outcome): void
}

type Enter = (
  tx: Writer,
  channelId: number,
  round: Round,
  wanted: readonly { readonly viewerId: number; readonly entry: WantedEntry }[],
) => Promise<Outcome[]>

export type EntryQueue = ReturnType<typeof createEntryQueue>

/**
 * Entries from chat in order of arrival. Those that arrive together share a transaction and one event, so that a
 * thousand entries a second are a few writes.
 */
export function createEntryQueue(needs: { db: Database; log: Log; enter: Enter }) {
  const { db, log, enter } = needs
  const queues = new Map<number, Waiting[]>()
  const working = new Set<Promise<void>>()
  let count = 0

  async function work(channelId: number, queue: Waiting[]): Promise<void> {
    // Entries that arrive in the same turn join the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const batch = takeBatch(queue)
      count -= batch.length
      try {
        await write(channelId, batch)
      } catch (error) {
        log.error('entries of a round could not be stored', { channelId, error })
        for (const { resolve } of batch) resolve(new Failure('database_unavailable', { cause: error }))
      }
      if (batch.length > manyEntries && queue.length < maxAtOnce) await delay(collectMs)
    }
    queues.delete(channelId)
  }

  async function write(channelId: number, batch: readonly Waiting[]): Promise<void> {
    const outcomes = await db.write(async (tx) => {
      const found = new Map<Waiting, Outcome>()
      for (const [roundId, wanted] of Map.groupBy(batch, (one) => one.roundId)) {
        const round = await roundRows.find(tx, channelId, roundId)
        const each =
          round === undefined
            ? wanted.map(() => new Failure('round_not_found'))
            : await enter(tx, channelId, round, wanted)
        for (const [index, one] of wanted.entries()) found.set(one, each[index] ?? 'unchanged')
      }
      return found
    })
    for (const [{ resolve }, outcome] of outcomes) resolve(outcome)
  }

  return {
    /** Resolves when the entry is stored or refused. */
    add(channelId: number, wanted: Omit<Waiting, 'resolve'>): Promise<Outcome> {
      if (count >= maxWaiting) return Promise.resolve(new Failure('overloaded', { retryAfterSeconds: 2 }))
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      count++
      const queue = queues.get(channelId)
      if (queue !== undefined) {
        queue.push({ ...wanted, resolve })
        return promise
      }
      const begun: Waiting[] = [{ ...wanted, resolve }]
      queues.set(channelId, begun)
      const done = work(channelId, begun).finally(() => working.delete(done))
      working.add(done)
      return promise
    },

    /** Resolves when no entry waits. */
    async settled(): Promise<void> {
      while (working.size > 0) await Promise.all(working)
    },
  }
}

/** Each viewer at most once: a second entry depends on what becomes of the first. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const seen = new Set<number>()
  const batch: Waiting[] = []
  const later: Waiting[] = []
  for (const one of queue.splice(0, maxAtOnce)) {
    if (seen.has(one.viewerId)) later.push(one)
    else batch.push(one)
    seen.add(one.viewerId)
  }
  queue.unshift(...later)
  return batch
}
