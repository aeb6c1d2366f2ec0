import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { pageOf } from '../../kernel/storage/long-lists.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'

export interface Subscriber {
  readonly id: number
  readonly userId: string
  readonly username: string
  readonly displayname: string
  readonly subscriptionType: string
  readonly tier: number
}

export interface ViewerSubscription {
  readonly user: PlatformUser
  readonly type: 'sub_new' | 'sub_renew' | 'sub_gift'
  readonly tier: number
  readonly months: number
  readonly expiresAt: number
}

type Place = { channel: number; platform: string }

const findId = sql<Place & { userId: string }, { id: number }>(
  `SELECT id FROM subscribers
   WHERE channel_id = :channel AND platform = :platform AND platform_user_id = :userId`,
)
// A returning subscriber keeps the number and the date of the first subscription.
const upsertSubscriber = sql<
  Place & {
    id: number
    userId: string
    username: string
    displayname: string
    subscriptionType: string
    tier: number
    months: number
    now: number
    expiresAt: number
  }
>(
  `INSERT INTO subscribers (channel_id, platform, id, platform_user_id, username, displayname, subscription_type, tier,
     months, subscribed_at, expires_at)
   VALUES (:channel, :platform, :id, :userId, :username, :displayname, :subscriptionType, :tier, :months, :now,
     :expiresAt)
   ON CONFLICT (channel_id, platform, platform_user_id) DO UPDATE SET username = excluded.username,
     displayname = excluded.displayname, subscription_type = excluded.subscription_type, tier = excluded.tier,
     months = excluded.months, expires_at = excluded.expires_at`,
)
const unexpired = `FROM subscribers WHERE channel_id = :channel AND platform = :platform AND expires_at > :after`
const inOrder = {
  count: sql<Place & { after: number; limit: number }, { total: number }>(
    `SELECT count(*) AS total FROM (SELECT id ${unexpired} LIMIT :limit) AS counted`,
  ),
  page: sql<Place & { after: number; limit: number; offset: number }, Subscriber>(
    `SELECT id, platform_user_id AS "userId", username, displayname, subscription_type AS "subscriptionType", tier
     ${unexpired} ORDER BY id LIMIT :limit OFFSET :offset`,
  ),
}
const findRunning = sql<Place & { userId: string; now: number }, { id: number }>(
  `SELECT id FROM subscribers
   WHERE channel_id = :channel AND platform = :platform AND platform_user_id = :userId AND expires_at > :now`,
)

const endOne = sql<Place & { userId: string; now: number }>(
  `UPDATE subscribers SET expires_at = :now
   WHERE channel_id = :channel AND platform = :platform AND platform_user_id = :userId AND expires_at > :now`,
)

/** A subscriber stays in the list, as one who has ended. */
export async function endSubscription(tx: Writer, place: Place, userId: string, now: number): Promise<void> {
  await tx.run(endOne, { ...place, userId, now })
}

export type Subscribers = ReturnType<typeof createSubscribers>

export function createSubscribers({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async record(tx: Writer, channelId: number, platform: Platform, subscription: ViewerSubscription): Promise<void> {
      const place = { channel: channelId, platform }
      const { user, type, tier, months, expiresAt } = subscription
      const known = await tx.get(findId, { ...place, userId: user.id })
      const id = known?.id ?? (await tx.next(`subscriber:${platform}`, channelId))
      await tx.run(upsertSubscriber, {
        ...place,
        id,
        userId: user.id,
        username: user.username,
        displayname: user.displayname,
        subscriptionType: subscriptionTypeOf(type),
        tier,
        months,
        now: clock.now(),
        expiresAt,
      })
    },

    end: (tx: Writer, channelId: number, platform: Platform, userId: string): Promise<void> =>
      endSubscription(tx, { channel: channelId, platform }, userId, clock.now()),

    async isRunning(reader: Reader, channelId: number, platform: Platform, userId: string, now: number) {
      return (await reader.get(findRunning, { channel: channelId, platform, userId, now })) !== undefined
    },

    /** In the order of their ids. A subscription that ends now has ended. */
    async list(
      channel: Channel,
      platform: Platform,
      { includeExpired, ...range }: { includeExpired: boolean; limit: number; offset: number },
    ): Promise<{ total: number; items: Subscriber[] }> {
      const after = includeExpired ? Number.MIN_SAFE_INTEGER : clock.now()
      const place: Place & { after: number } = { channel: channel.id, platform, after }
      return pageOf(db, inOrder, place, range)
    },
  }
}

export function subscriptionTypeOf(type: ViewerSubscription['type']): 'self' | 'gift' {
  return type === 'sub_gift' ? 'gift' : 'self'
}
