import { type Database, sql } from '../../kernel/storage/database.ts'

type Place = { channel: number; userId: string }

const findBan = sql<Place, { ban_id: string | null }>(
  'SELECT ban_id FROM youtube_bans WHERE channel_id = :channel AND user_id = :userId',
)
const keepBan = sql<Place & { banId: string | null }>(
  `INSERT INTO youtube_bans (channel_id, user_id, ban_id) VALUES (:channel, :userId, :banId)
   ON CONFLICT (channel_id, user_id) DO UPDATE SET ban_id = excluded.ban_id`,
)

export type Bans = ReturnType<typeof createBans>

/** Stores the id of each ban, because YouTube needs it to unban a user. */
export function createBans({ db }: { db: Database }) {
  return {
    /** Null for a user who was unbanned; undefined for a user who was never banned here. */
    async find(channelId: number, userId: string): Promise<string | null | undefined> {
      return (await db.get(findBan, { channel: channelId, userId }))?.ban_id
    },

    async keep(channelId: number, userId: string, banId: string | null): Promise<void> {
      await db.write((tx) => tx.run(keepBan, { channel: channelId, userId, banId }))
    },
  }
}
