import type { Sequence } from '../sequence.ts'
import { allChannels, type Count, createCounters, storageOf } from '../sequences.ts'
import { queryOf, valuesOf } from './query.ts'
import type { Outcome, PostgresCommand } from './session.ts'

/** BEGIN, locks and savepoints, sent ahead of the next statement; some handle their outcome. */
export interface Prelude extends PostgresCommand {
  onOutcome?(outcome: Outcome): void
}

/**
 * The numbers that a transaction gives out, counted in memory: they are read once, and stored with the commit. Those of a
 * job or a speculation that is rolled back are given out again.
 */
export function createTransactionNumbers(
  ofChannel: number,
  run: (command: PostgresCommand, lock: number) => Promise<Outcome>,
) {
  const counters = createCounters()
  let beforeJob = counters.save()
  let beforeSpeculation = counters.save()
  /** The last event of the channel as stored, once a speculation has read it. */
  let lastEvent: number | undefined

  function findLast(sequence: Sequence, channel: number): PostgresCommand {
    const query = queryOf(storageOf(sequence).find)
    return { query, values: valuesOf(query, { channel, name: sequence }) }
  }

  /** Once this transaction holds the lock of the channel, nobody else counts. */
  async function start(sequence: Sequence, channel: number): Promise<void> {
    if (counters.isKnown(sequence, channel)) return
    const { rows } = await run(findLast(sequence, channel), channel)
    counters.start(sequence, channel, rows[0]?.last as number | undefined)
  }

  return {
    async next(sequence: Sequence, channel: number): Promise<number> {
      const known = counters.next(sequence, channel)
      if (known !== undefined) return known
      await start(sequence, channel)
      return counters.next(sequence, channel) as number
    },
    async reserve(sequence: Sequence, channel: number, last: number): Promise<void> {
      await start(sequence, channel)
      counters.raise({ sequence, channel, last })
    },

    /** The next number where it is known without a query. */
    nextKnown(sequence: Sequence, of: number): number | undefined {
      const canStart = sequence === 'event' && of === ofChannel && lastEvent !== undefined
      if (canStart && !counters.isKnown(sequence, of)) counters.start(sequence, of, lastEvent)
      return counters.next(sequence, of)
    },

    /** What a speculation reads first: most jobs append an event. */
    beginSpeculation(): Prelude[] {
      beforeSpeculation = counters.save()
      if (ofChannel === allChannels || lastEvent !== undefined) return []
      const onOutcome = ({ rows }: Outcome) => {
        lastEvent = rows[0]?.last as number | undefined
      }
      return [{ ...findLast('event', ofChannel), onOutcome }]
    },
    /** Of the numbers given out since `beginSpeculation` only these are kept. */
    endSpeculation(given: readonly Count[]): void {
      counters.restore(beforeSpeculation)
      for (const count of given) counters.raise(count)
    },

    beginJob(): void {
      beforeJob = counters.save()
    },
    undoJob: () => counters.restore(beforeJob),

    toStore(): PostgresCommand[] {
      return [...counters.toStore()].map(({ sequence, channel, last }) => {
        const query = queryOf(storageOf(sequence).store)
        return { query, values: valuesOf(query, { channel, name: sequence, last }) }
      })
    },
  }
}
