import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { ChatRules } from '../../platforms/chat-rules.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import { inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import type { LiveEvents } from '../chat/live-events.ts'
import type { Settings } from '../settings/settings.ts'
import { streamErrors } from '../stream/messages.ts'

interface ShieldRow {
  readonly platform: Platform
  readonly before: string
  readonly since: number
}

const listShields = sql<{ channel: number }, ShieldRow>(
  'SELECT platform, before, since FROM shields WHERE channel_id = :channel',
)
const insertShield = sql<{ channel: number; platform: string; before: string; now: number }>(
  `INSERT INTO shields (channel_id, platform, before, since) VALUES (:channel, :platform, :before, :now)
   ON CONFLICT (channel_id, platform) DO NOTHING`,
)
const deleteShield = sql<{ channel: number; platform: string }>(
  'DELETE FROM shields WHERE channel_id = :channel AND platform = :platform',
)

/** The result for one platform's chat; a success if there is no failure. */
export interface RoomOutcome {
  readonly platform: Platform
  readonly failure?: Failure
  /** The chat modes to restore when shield mode ends; null if they were not changed. */
  readonly before?: RulesBefore | null
}

/** The rules that shield mode changes. Rows of older versions lack the minutes. */
type RulesBefore = Pick<ChatRules, 'followersOnly' | 'slowSeconds'> & Partial<Pick<ChatRules, 'followersMinutes'>>

export type ChatRooms = ReturnType<typeof createChatRooms>

/** Actions on whole chats: clear, and shield mode (followers only, slow mode, alerts held). */
export function createChatRooms(needs: {
  db: Database
  clock: Clock
  platforms: Platforms
  settings: Settings
  live: LiveEvents
}) {
  const { db, clock, platforms, settings, live } = needs

  async function rooms(channel: Channel, platform: Platform | undefined): Promise<PlatformConnection[]> {
    if (platform !== undefined) return [await platforms.get(channel.id, platform)]
    const connected = await platforms.connected(channel.id)
    if (connected.length === 0) throw new Failure('platform_not_connected', { message: streamErrors.noAccount.of() })
    return connected
  }

  async function raiseOne(connection: PlatformConnection, slowSeconds: number): Promise<RoomOutcome> {
    const { account, connector } = connection
    const { platform } = account
    const { readChatRules, setChatRules } = connector.moderation ?? {}
    if (readChatRules === undefined || setChatRules === undefined) return { platform, before: null }
    const {
      followersOnly,
      followersMinutes,
      slowSeconds: slowBefore,
    } = await inTime(connection, (signal) => readChatRules(account, signal))
    const before = { followersOnly, slowSeconds: slowBefore, ...(followersOnly && { followersMinutes }) }
    const rules = { followersOnly: true, slowSeconds: Math.max(before.slowSeconds, slowSeconds) }
    await inTime(connection, (signal) => setChatRules(account, rules, signal))
    return { platform, before }
  }

  async function lowerOne(connection: PlatformConnection, before: RulesBefore | null): Promise<RoomOutcome> {
    const { account, connector } = connection
    const { platform } = account
    const setChatRules = connector.moderation?.setChatRules
    if (before === null || setChatRules === undefined) return { platform }
    await inTime(connection, (signal) => setChatRules(account, before, signal))
    return { platform }
  }

  async function clearOne(connection: PlatformConnection): Promise<RoomOutcome> {
    const { account, connector } = connection
    const { platform } = account
    const clear = connector.moderation?.clearChat
    if (clear === undefined) {
      const message = streamErrors.cannotClearChat.of({ service: platformTitles[platform] })
      throw new Failure('platform_refused', { message })
    }
    await inTime(connection, (signal) => clear(account, signal))
    live.publish(account.channelId, { kind: 'chat.cleared', platform, data: { user_id: null } })
    return { platform }
  }

  async function shields(reader: Reader, channelId: number): Promise<Map<Platform, ShieldRow>> {
    const rows = await reader.all(listShields, { channel: channelId })
    return new Map(rows.map((row) => [row.platform, row]))
  }

  return {
    /** Clears each chat independently; throws only if none could be cleared. */
    async clear(channel: Channel, platform: Platform | undefined): Promise<RoomOutcome[]> {
      return requireAny(await Promise.all((await rooms(channel, platform)).map((room) => attempt(room, clearOne))))
    },

    /** A chat that is already in shield mode stays as it is. */
    async raise(channel: Channel, platform: Platform | undefined): Promise<RoomOutcome[]> {
      const { slow_seconds: slowSeconds } = (await settings.of(channel.id)).shield
      const up = await shields(db, channel.id)
      return requireAny(
        await Promise.all(
          (await rooms(channel, platform)).map(async (room) => {
            const shield = up.get(room.account.platform)
            if (shield === undefined) return attempt(room, (one) => raiseOne(one, slowSeconds))
            return { platform: room.account.platform, before: JSON.parse(shield.before) as RulesBefore | null }
          }),
        ),
      )
    },

    async lower(channel: Channel, platform: Platform | undefined): Promise<RoomOutcome[]> {
      const up = await shields(db, channel.id)
      return requireAny(
        await Promise.all(
          (await rooms(channel, platform)).map(async (room) => {
            const shield = up.get(room.account.platform)
            if (shield === undefined) return { platform: room.account.platform }
            return attempt(room, (one) => lowerOne(one, JSON.parse(shield.before) as RulesBefore | null))
          }),
        ),
      )
    },

    /** The chats that the call names; nothing is changed. */
    async list(channel: Channel, platform: Platform | undefined): Promise<RoomOutcome[]> {
      return (await rooms(channel, platform)).map(({ account }) => ({ platform: account.platform }))
    },

    /** The platforms in shield mode. */
    async up(reader: Reader, channelId: number): Promise<ReadonlySet<Platform>> {
      return new Set((await shields(reader, channelId)).keys())
    },

    /** Stores the chats put into shield mode. Returns the new ones. */
    async noteRaised(tx: Writer, channelId: number, outcomes: readonly RoomOutcome[]): Promise<Platform[]> {
      const fresh: Platform[] = []
      for (const { platform, before, failure } of outcomes) {
        if (failure !== undefined) continue
        const row = { channel: channelId, platform, before: JSON.stringify(before ?? null), now: clock.now() }
        if ((await tx.run(insertShield, row)) > 0) fresh.push(platform)
      }
      return fresh
    },

    async noteLowered(tx: Writer, channelId: number, outcomes: readonly RoomOutcome[]): Promise<Platform[]> {
      const gone: Platform[] = []
      for (const { platform, failure } of outcomes) {
        if (failure !== undefined) continue
        if ((await tx.run(deleteShield, { channel: channelId, platform })) > 0) gone.push(platform)
      }
      return gone
    },
  }
}

async function attempt(
  room: PlatformConnection,
  action: (room: PlatformConnection) => Promise<RoomOutcome>,
): Promise<RoomOutcome> {
  try {
    return await action(room)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { platform: room.account.platform, failure: error }
  }
}

/** One success is enough. Without any, the failure of the first platform is thrown. */
function requireAny(outcomes: RoomOutcome[]): RoomOutcome[] {
  const [first] = outcomes
  if (first?.failure !== undefined && outcomes.every(({ failure }) => failure !== undefined)) throw first.failure
  return outcomes
}
