import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { sql, type Writer } from '../../kernel/storage/database.ts'
import type { ChannelSettings, Setting } from '../../registry/setting-schemas.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Points } from './points.ts'

const hourMs = 60 * 60 * 1000

interface EarningRow {
  readonly hour: number
  readonly earned: number
  readonly message_at: number
}

const findEarning = sql<{ channel: number; viewer: number }, EarningRow>(
  'SELECT hour, earned, message_at FROM earnings WHERE channel_id = :channel AND viewer_id = :viewer',
)
const upsertEarning = sql<{ channel: number; viewer: number; hour: number; earned: number; messageAt: number }>(
  `INSERT INTO earnings (channel_id, viewer_id, hour, earned, message_at)
   VALUES (:channel, :viewer, :hour, :earned, :messageAt)
   ON CONFLICT (channel_id, viewer_id) DO UPDATE SET hour = excluded.hour, earned = excluded.earned,
     message_at = excluded.message_at`,
)

/** What earns points, with its reason in the ledger. */
const reasons = {
  per_minute: 'watching',
  per_message: 'message',
  follow: 'follow',
  subscription: 'subscription',
  gift: 'gift',
  raid: 'raid',
} as const
export type EarningReason = keyof typeof reasons

export type Earning = ReturnType<typeof createEarning>

/** Automatic points, according to the rules that the broadcaster has enabled. */
export function createEarning(needs: { clock: Clock; events: Events; points: Points; standing: Standing }) {
  const { clock, events, points, standing } = needs

  return {
    isWorth,

    /**
     * Credits the viewer and writes a ledger row with the reason. Viewers who earn points for the same thing at one
     * time share an event: the first creates `shared.seq`. The viewer must be as this transaction sees it.
     */
    async reward(
      tx: Writer,
      cause: Cause,
      settings: ChannelSettings,
      viewer: Viewer,
      merit: EarningReason,
      { shared = {}, at = clock.now() }: { shared?: { seq?: number }; at?: number } = {},
    ): Promise<number> {
      const { earning } = settings
      if (!isWorth(settings, merit) || viewer.isBot || isExcluded(settings, viewer.username)) return 0
      const channel = cause.channel.id
      const before = await tx.get(findEarning, { channel, viewer: viewer.id })
      // A minute that is credited after the next hour has started counts for that hour.
      const hour = Math.max(Math.floor(at / hourMs), before?.hour ?? 0)
      if (merit === 'per_message' && before !== undefined) {
        if (at - before.message_at < earning.message_window_seconds * 1000) return 0
      }
      const roles = await standing.rolesOf(tx, channel, viewer.platform, viewer)
      const earned = before?.hour === hour ? before.earned : 0
      const worth = Math.floor(earning[merit] * multiplierFor(earning.multipliers, roles))
      const amount = earning.max_per_hour === 0 ? worth : Math.min(worth, Math.max(earning.max_per_hour - earned, 0))
      const messageAt = merit === 'per_message' ? at : (before?.message_at ?? 0)
      await tx.run(upsertEarning, { channel, viewer: viewer.id, hour, earned: earned + amount, messageAt })
      if (amount <= 0) return 0
      const reason = reasons[merit]
      shared.seq ??= await events.appendNew(tx, cause, {
        kind: 'points.earned',
        platform: viewer.platform,
        ...(merit === 'per_minute' ? {} : { viewerId: viewer.id }),
        data:
          merit === 'per_minute' ? { reason } : { reason, user_id: viewer.userId, username: viewer.username, amount },
      })
      await points.earn(tx, cause, viewer, amount, shared.seq, reason)
      return amount
    },
  }
}

/** Whether the broadcaster has enabled it. */
function isWorth({ earning }: ChannelSettings, merit: EarningReason): boolean {
  return earning.enabled && earning[merit] > 0
}

/** The highest multiplier of the viewer's roles; 1 without any. */
function multiplierFor(multipliers: Setting<'earning'>['multipliers'], roles: ReadonlySet<ChatRole>): number {
  const own = [...roles].map((role) => multipliers[role])
  return own.length === 0 ? 1 : Math.max(...own)
}

const excludedKeys = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Bots and viewers that the broadcaster has excluded. */
export function isExcluded({ excluded: { names } }: ChannelSettings, username: string): boolean {
  if (names.length === 0) return false
  const keys = excludedKeys.get(names) ?? new Set(names.map(nameKey))
  excludedKeys.set(names, keys)
  return keys.has(nameKey(username))
}
