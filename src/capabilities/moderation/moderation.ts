import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformAction } from '../../platforms/messages.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import { capability, inTime, type Platforms } from '../../platforms/platforms.ts'
import type { LiveEvents } from '../chat/live-events.ts'
import { type EventRow, eventColumns, readEvent } from '../events/event-rows.ts'
import type { Events } from '../events/events.ts'
import type { ModerationLog, ModerationType } from './moderation-log.ts'

export interface UserBan {
  readonly platform: Platform
  readonly user: PlatformUser
  /** null is a permanent ban. */
  readonly minutes: number | null
  readonly reason: string
}

export interface MessageAuthor {
  readonly userId: string
  readonly username: string
}

/** A moderation action that no platform reports back. */
export interface ModerationAction {
  readonly type: Extract<ModerationType, 'delete' | 'clear' | 'shield'>
  readonly platform: Platform
  readonly reason: string
  readonly author?: MessageAuthor | undefined
}

// A chat message is stored under its kind, like every report.
const findAuthor = sql<{ channel: number; platform: string; externalId: string }, MessageAuthor>(
  `SELECT v.platform_user_id AS "userId", v.username FROM counted_messages m
   JOIN viewers v ON v.channel_id = m.channel_id AND v.id = m.viewer_id
   WHERE m.channel_id = :channel AND m.platform = :platform AND m.external_id = :externalId`,
)
const listFollowers = sql<{ channel: number; platform: string; limit: number }, EventRow>(
  `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND platform = :platform AND seq IN (
     SELECT seq FROM events WHERE channel_id = :channel AND list = 'followers' ORDER BY seq DESC LIMIT :limit)
   ORDER BY seq DESC`,
)
/** More rows are read than followers are returned, because one viewer may have followed several times. */
const maxFollowersChecked = 5_000

export type Moderation = ReturnType<typeof createModeration>

/** Calls a platform to ban or unban. The ban itself is stored when the platform reports it through the feed. */
export function createModeration(needs: {
  db: Database
  platforms: Platforms
  events: Events
  live: LiveEvents
  log: ModerationLog
}) {
  const { db, platforms, events, live, log } = needs

  async function acting(caller: Caller, platform: Platform, action: PlatformAction) {
    const connection = await platforms.get(caller.channel.id, platform)
    return { connection, can: capability(connection, 'moderation', action) }
  }

  return {
    async ban(caller: Caller, { platform, ...ban }: UserBan): Promise<void> {
      const { connection, can } = await acting(caller, platform, 'ban')
      await inTime(connection, (signal) => can.ban(connection.account, ban, signal))
    },

    async unban(caller: Caller, { platform, user }: Pick<UserBan, 'platform' | 'user'>): Promise<void> {
      const { connection, can } = await acting(caller, platform, 'unban')
      await inTime(connection, (signal) => can.unban(connection.account, user, signal))
    },

    /** Calls the platform only; `note` records the action. */
    async deleteMessage(caller: Caller, platform: Platform, messageId: string): Promise<void> {
      const { connection, can } = await acting(caller, platform, 'deleteMessages')
      await inTime(connection, (signal) => can.deleteMessage(connection.account, messageId, signal))
      // Not every platform reports what other software deleted.
      live.publish(caller.channel.id, { kind: 'chat.message-deleted', platform, data: { message_id: messageId } })
    },

    /** The author of a message of the last day. */
    async findAuthor(channel: Channel, platform: Platform, messageId: string): Promise<MessageAuthor | undefined> {
      return db.get(findAuthor, { channel: channel.id, platform, externalId: `chat:${messageId}` })
    },

    /** Records an action after it was done. */
    async note(tx: Writer, caller: Caller, { type, platform, reason, author }: ModerationAction): Promise<void> {
      const { userId = '', username = '' } = author ?? {}
      const moderator = caller.actor
      const kind = `moderation.${type}` as const
      const seq = await events.appendNew(tx, caller, { kind, platform, data: { reason, username, user_id: userId } })
      const entry = { type, platform, userId, username, reason, durationMinutes: null, moderator }
      await log.add(tx, caller.channel.id, seq, entry)
    },

    /** Newest first, each viewer once; `offset` 1 is the newest. */
    async recentFollowers(
      channel: Channel,
      platform: Platform,
      { count, offset }: { readonly count: number; readonly offset: number },
    ): Promise<PlatformUser[]> {
      const rows = await db.all(listFollowers, { channel: channel.id, platform, limit: maxFollowersChecked })
      const people = new Map<string, PlatformUser>()
      for (const event of rows.map(readEvent)) {
        if (event.kind !== 'follow' || people.has(event.data.user_id)) continue
        const { user_id: id, username, displayname } = event.data
        people.set(id, { id, username, displayname })
        if (people.size >= offset - 1 + count) break
      }
      return [...people.values()].slice(offset - 1)
    },
  }
}
