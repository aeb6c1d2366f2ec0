import type { Database } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import { countedIn } from '../events/event-totals.ts'
import { type IndexedKind, oldestOfKind, type SeqRange } from '../events/indexed-kinds.ts'
import { isPastEvent } from '../events/past-events.ts'

const pageLength = 500
const maxRemembered = 1_000

/** What has been added up so far. Amounts are in hundredths, by their names. */
interface Sum {
  next: number
  readonly amounts: Map<string, number>
  work: Promise<unknown>
}

export type PeriodSums = ReturnType<typeof createPeriodSums>

/** Sums of a part of the log. They go on where they stopped, so an event is read once. They contain no names. */
export function createPeriodSums({ db }: { db: Database }) {
  const sums = new Map<string, Sum>()

  async function advance(sum: Sum, channelId: number, kind: IndexedKind, before: number): Promise<void> {
    for (;;) {
      const page = await oldestOfKind(db, channelId, kind, { from: sum.next, before }, pageLength)
      for (const event of page) {
        sum.next = event.seq + 1
        const counted = isPastEvent(event) ? undefined : countedIn(event.kind, event.data)
        if (counted === undefined) continue
        sum.amounts.set(counted.name, (sum.amounts.get(counted.name) ?? 0) + counted.amount)
      }
      if (page.length < pageLength) return
      await letOthersRun()
    }
  }

  return {
    async of(channelId: number, kind: IndexedKind, { from, before }: SeqRange): Promise<ReadonlyMap<string, number>> {
      const key = `${channelId} ${kind} ${from} ${before}`
      const known = sums.get(key)
      if (known === undefined && sums.size >= maxRemembered) sums.clear()
      const sum = known ?? { next: from, amounts: new Map(), work: Promise.resolve() }
      sums.set(key, sum)
      // One after the other: two at once would count an event twice.
      const work = sum.work.then(() => advance(sum, channelId, kind, before))
      sum.work = work.catch(() => undefined)
      await work
      return new Map(sum.amounts)
    },
  }
}
