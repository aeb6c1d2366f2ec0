import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'

export const maxDeliveryAgeMs = 24 * 60 * 60_000
/** Longer than any delivery is accepted, whatever the difference between two clocks. */
const keptMs = maxDeliveryAgeMs + 60 * 60_000
const tidyEveryMs = 60 * 60_000

type Place = { channel: number; service: string; id: string }

const findDelivery = sql<Place, { received_at: number }>(
  `SELECT received_at FROM webhook_deliveries
   WHERE channel_id = :channel AND service = :service AND delivery_id = :id`,
)
const insertDelivery = sql<Place & { now: number }>(
  `INSERT INTO webhook_deliveries (channel_id, service, delivery_id, received_at)
   VALUES (:channel, :service, :id, :now) ON CONFLICT (channel_id, service, delivery_id) DO NOTHING`,
)
const deleteOld = sql<{ before: number }>('DELETE FROM webhook_deliveries WHERE received_at < :before')
const listChannels = sql<{ platform: string; account: string; connector: string }, { channel_id: number }>(
  `SELECT channel_id FROM platform_accounts
   WHERE platform = :platform AND account_id = :account AND connector = :connector ORDER BY channel_id LIMIT 100`,
)

export type Deliveries = ReturnType<typeof createDeliveries>

/** The webhook deliveries that were handled, and the channels they belong to. */
export function createDeliveries({ db, clock }: { db: Database; clock: Clock }) {
  let tidiedAt = Number.NEGATIVE_INFINITY

  return {
    /** The channels of this server with this account. */
    async channelsOf(accountId: string): Promise<number[]> {
      const rows = await db.all(listChannels, { platform: 'kick', account: accountId, connector: 'kick' })
      return rows.map(({ channel_id }) => channel_id)
    },

    async isKnown(channelId: number, id: string): Promise<boolean> {
      return (await db.get(findDelivery, { channel: channelId, service: 'kick', id })) !== undefined
    },

    /** Call after a delivery was handled: one that was interrupted is accepted again. */
    async keep(channelId: number, id: string): Promise<void> {
      const now = clock.now()
      const isDue = clock.steady() - tidiedAt > tidyEveryMs
      if (isDue) tidiedAt = clock.steady()
      await db.write(async (tx) => {
        await tx.run(insertDelivery, { channel: channelId, service: 'kick', id, now })
        if (isDue) await tx.run(deleteOld, { before: now - keptMs })
      })
    },
  }
}
