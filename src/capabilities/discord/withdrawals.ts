import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'

/** Who has left the server, or a role that Discord does not let the bot take, is tried for this long. */
const keptMs = 7 * 24 * 60 * 60 * 1000

export interface Withdrawal {
  readonly discordId: string
  readonly roleId: string
}

const insertRow = sql<{ channel: number; discordId: string; roleId: string; now: number }>(
  `INSERT INTO discord_withdrawals (channel_id, discord_id, role_id, since)
   VALUES (:channel, :discordId, :roleId, :now) ON CONFLICT (channel_id, discord_id, role_id) DO NOTHING`,
)
const listRows = sql<{ channel: number; limit: number }, Withdrawal>(
  `SELECT discord_id AS "discordId", role_id AS "roleId" FROM discord_withdrawals WHERE channel_id = :channel
   ORDER BY discord_id, role_id LIMIT :limit`,
)
const deleteRow = sql<{ channel: number; discordId: string; roleId: string }>(
  'DELETE FROM discord_withdrawals WHERE channel_id = :channel AND discord_id = :discordId AND role_id = :roleId',
)
const deleteOld = sql<{ channel: number; before: number }>(
  'DELETE FROM discord_withdrawals WHERE channel_id = :channel AND since < :before',
)

export type DiscordWithdrawals = ReturnType<typeof createDiscordWithdrawals>

/**
 * The roles that have to be taken from accounts on Discord which are no longer linked. They are rows of the transaction
 * that ends the link, so that neither a crash nor an outage of Discord leaves somebody with a role.
 */
export function createDiscordWithdrawals({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async add(tx: Writer, channel: number, discordId: string, roles: readonly string[]): Promise<void> {
      for (const roleId of roles) await tx.run(insertRow, { channel, discordId, roleId, now: clock.now() })
    },

    async list(channel: number, limit: number): Promise<Withdrawal[]> {
      await db.write((tx) => tx.run(deleteOld, { channel, before: clock.now() - keptMs }))
      return db.all(listRows, { channel, limit })
    },

    async done(channel: number, { discordId, roleId }: Withdrawal): Promise<void> {
      await db.write((tx) => tx.run(deleteRow, { channel, discordId, roleId }))
    },
  }
}
