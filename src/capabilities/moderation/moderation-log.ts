import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { pageOf } from '../../kernel/storage/long-lists.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

export const moderationTypes = ['ban', 'timeout', 'unban', 'delete', 'clear', 'shield'] as const
export type ModerationType = (typeof moderationTypes)[number]

export interface ModerationEntry {
  readonly type: ModerationType
  readonly platform: Platform
  readonly userId: string
  readonly username: string
  readonly reason: string
  readonly durationMinutes: number | null
  readonly moderator: string
}

interface Logged extends ModerationEntry {
  readonly seq: number
  readonly at: number
}

const insertEntry = sql<{
  channel: number
  seq: number
  type: string
  platform: string
  userId: string
  username: string
  reason: string
  durationMinutes: number | null
  moderator: string
  at: number
}>(
  `INSERT INTO moderation_log (channel_id, seq, type, platform, user_id, username, reason, duration_minutes, moderator,
     at)
   VALUES (:channel, :seq, :type, :platform, :userId, :username, :reason, :durationMinutes, :moderator, :at)`,
)
const columns = `seq, type, platform, user_id AS "userId", username, reason, duration_minutes AS "durationMinutes",
  moderator, at`
const ofAll = listStatements('')
const ofType = listStatements('AND type = :type')

export type ModerationLog = ReturnType<typeof createModerationLog>

/** Bans, unbans, timeouts and other moderation actions, by anyone. */
export function createModerationLog({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Stored under the seq of its event. */
    async add(tx: Writer, channelId: number, seq: number, entry: ModerationEntry): Promise<void> {
      await tx.run(insertEntry, { channel: channelId, seq, ...entry, at: clock.now() })
    },

    /** Newest first. */
    async list(channel: Channel, page: { type: ModerationType | 'all'; limit: number; offset: number }) {
      const wanted: { channel: number; type: string } = { channel: channel.id, type: page.type }
      return pageOf(db, page.type === 'all' ? ofAll : ofType, wanted, page)
    },
  }
}

/** The seqs are selected first: with the rows in one query, SQLite scans entries of every type. */
function listStatements(filter: string) {
  const places = `SELECT seq FROM moderation_log WHERE channel_id = :channel ${filter}`
  return {
    count: sql<{ channel: number; type: string; limit: number }, { total: number }>(
      `SELECT count(*) AS total FROM (${places} LIMIT :limit) AS counted`,
    ),
    page: sql<{ channel: number; type: string; limit: number; offset: number }, Logged>(
      `SELECT ${columns} FROM moderation_log WHERE channel_id = :channel AND seq IN (
         ${places} ORDER BY seq DESC LIMIT :limit OFFSET :offset)
       ORDER BY seq DESC`,
    ),
  }
}
