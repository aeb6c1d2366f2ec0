import type { Log } from '../../kernel/log.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { payoutOf } from './payout.ts'
import { pointsIn, type Round } from './round.ts'
import { roundRows } from './round-rows.ts'

/** How many viewers get their points in one transaction. A larger round is settled in several, one after the other. */
const atOnce = 200
const maxUnsettled = 1_000

interface PaidEntry {
  readonly viewer: number
  readonly choice: number
  readonly points: number
}

const listPaid = sql<{ channel: number; round: number; after: number; to: number }, PaidEntry>(
  `SELECT viewer_id AS viewer, choice, points FROM round_entries
   WHERE channel_id = :channel AND round_id = :round AND number > :after AND number <= :to AND points > 0
   ORDER BY number`,
)
const setPaid = sql<{ channel: number; round: number; viewer: number; paid: number }>(
  `UPDATE round_entries SET paid = :paid WHERE channel_id = :channel AND round_id = :round AND viewer_id = :viewer`,
)
const listUnsettled = sql<{ limit: number }, { channel: number; id: number }>(
  `SELECT channel_id AS channel, id FROM rounds WHERE settling IS NOT NULL ORDER BY channel_id, id LIMIT :limit`,
)

export type Settlement = ReturnType<typeof createSettlement>

/**
 * Pays out the pool of a prediction, and gives back what was paid for a cancelled round. How far it has come is stored
 * with every part, so that a crash in between neither loses nor repeats a payment.
 */
export function createSettlement(needs: { db: Database; log: Log; points: Points; viewers: Viewers }) {
  const { db, log, points, viewers } = needs
  const working = new Set<Promise<void>>()

  /** The next entries, under the event that ended the round. Returns the round as it is then. */
  async function settlePart(tx: Writer, cause: Cause, round: Round): Promise<Round> {
    const { id, title, settling, settledTo, endedSeq, entries, tally, outcome } = round
    if (settling === null || endedSeq === null) return round
    const channel = cause.channel.id
    const to = settledTo + atOnce
    const stakes = { pool: pointsIn(round), winning: tally[(outcome ?? 0) - 1]?.points ?? 0 }
    for (const entry of await tx.all(listPaid, { channel, round: id, after: settledTo, to })) {
      const isRight = settling === 'refund' || entry.choice === outcome
      const paid = !isRight ? 0 : settling === 'refund' ? entry.points : payoutOf(entry.points, stakes)
      const viewer = paid > 0 ? await viewers.getById(tx, channel, entry.viewer) : undefined
      if (viewer !== undefined) await points.earn(tx, cause, viewer, paid, endedSeq, title)
      await tx.run(setPaid, { channel, round: id, viewer: entry.viewer, paid })
    }
    const isDone = to >= entries
    return roundRows.change(tx, channel, round, { settledTo: to, settling: isDone ? null : settling })
  }

  /** Continues until everybody has their points. */
  async function settle(channelId: number, id: number): Promise<void> {
    const cause = { channel: { id: channelId }, actor: `round:${id}`, requestId: '' }
    for (let isOpen = true; isOpen; ) {
      isOpen = await db.write(async (tx) => {
        const round = await roundRows.find(tx, channelId, id)
        return round !== undefined && (await settlePart(tx, cause, round)).settling !== null
      })
    }
  }

  return {
    settlePart,

    /** Continues after the commit. The job of the rounds tries again what fails here. */
    settleSoon(channelId: number, id: number): void {
      const done = settle(channelId, id)
        .catch((error: unknown) => log.error('a round could not be settled', { channelId, id, error }))
        .finally(() => working.delete(done))
      working.add(done)
    },

    /** Resolves when nothing is being settled. */
    async settled(): Promise<void> {
      while (working.size > 0) await Promise.all(working)
    },

    /** Rounds whose settlement a crash interrupted. */
    async settleRest(): Promise<number> {
      const unsettled = await db.all(listUnsettled, { limit: maxUnsettled })
      for (const { channel, id } of unsettled) await settle(channel, id)
      return unsettled.length
    },
  }
}
