import type { Clock, Ids } from '../../kernel/ambient.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause } from '../events/events.ts'
import type { Cost, Points } from '../points/points.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Command } from './command.ts'

interface ChargeRow {
  readonly channel_id: number
  readonly id: string
  readonly command_id: number
  readonly viewer_id: number
  readonly points: number
  readonly coin: number
}

const insertCharge = sql<{
  channel: number
  id: string
  command: number
  viewer: number
  points: number
  coin: number
  now: number
}>(
  `INSERT INTO command_charges (channel_id, id, command_id, viewer_id, points, coin, at)
   VALUES (:channel, :id, :command, :viewer, :points, :coin, :now)`,
)
const deleteCharge = sql<{ channel: number; id: string }>(
  'DELETE FROM command_charges WHERE channel_id = :channel AND id = :id',
)
const listOpen = sql<{ before: number; limit: number }, ChargeRow>(
  `SELECT channel_id, id, command_id, viewer_id, points, coin FROM command_charges
   WHERE at <= :before ORDER BY channel_id, id LIMIT :limit`,
)
const settledAtOnce = 200

/** The cost taken for one run, which may have to be refunded. */
export interface Charge extends Cost {
  readonly id: string
  readonly viewerId: number
}

export type Charges = ReturnType<typeof createCharges>

/** The cost is taken in the transaction that starts a run, and refunded in the one that records its failure. */
export function createCharges(needs: { db: Database; clock: Clock; ids: Ids; points: Points; viewers: Viewers }) {
  const { db, clock, ids, points, viewers } = needs

  /** Closes the charge and makes the refund in the same transaction. */
  async function settle(tx: Writer, cause: Cause, charge: Charge, back: Cost, reason: string): Promise<void> {
    const channel = cause.channel.id
    if ((await tx.run(deleteCharge, { channel, id: charge.id })) === 0) return
    const viewer = await viewers.getById(tx, channel, charge.viewerId)
    if (viewer !== undefined) await points.giveBack(tx, cause, viewer, back, reason)
  }

  return {
    settle,

    /** Throws when the viewer has too little; undefined when it costs nothing. */
    async take(tx: Writer, cause: Cause, viewerId: number, command: Command, price: Cost): Promise<Charge | undefined> {
      if (price.points === 0 && price.coin === 0) return undefined
      const channel = cause.channel.id
      const viewer = await viewers.getById(tx, channel, viewerId)
      if (viewer === undefined) throw new Error(`viewer ${viewerId} does not exist`)
      await points.spend(tx, cause, viewer, price, command.command)
      const id = ids.next('charge')
      await tx.run(insertCharge, { channel, id, command: command.id, viewer: viewerId, ...price, now: clock.now() })
      return { id, viewerId, ...price }
    },

    async balance(channelId: number, viewerId: number): Promise<Cost> {
      const viewer = await viewers.getById(db, channelId, viewerId)
      return { points: viewer?.points ?? 0, coin: viewer?.coin ?? 0 }
    },

    /** At the start of the server: refunds runs that a crash interrupted. */
    async settleCutOff(olderThanMs: number): Promise<number> {
      const before = olderThanMs === 0 ? Number.MAX_SAFE_INTEGER : clock.now() - olderThanMs
      const open = await db.all(listOpen, { before, limit: settledAtOnce })
      for (const row of open) {
        const { channel_id, id, command_id, viewer_id: viewerId, points, coin } = row
        const cause = { channel: { id: channel_id }, actor: `command:${command_id}`, requestId: id }
        await db.write((tx) => settle(tx, cause, { id, viewerId, points, coin }, { points, coin }, 'cut off'))
      }
      return open.length
    },
  }
}
