import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformSubscriber } from '../../platforms/platform.ts'
import { inTime, type Platforms } from '../../platforms/platforms.ts'
import { endSubscription } from './subscribers.ts'

const timeoutMs = 60_000
const againAfterMs = 6 * 60 * 60_000
/** The platform does not report an end: a subscriber who is still listed next time is extended by the same period. */
const goodForMs = 30 * 24 * 60 * 60_000
const rowsAtOnce = 200

type Place = { channel: number; platform: string }

const findId = sql<Place & { userId: string }, { id: number }>(
  `SELECT id FROM subscribers
   WHERE channel_id = :channel AND platform = :platform AND platform_user_id = :userId`,
)
// Data from events, such as the number of months, stays.
const upsert = sql<
  Place & {
    id: number
    userId: string
    username: string
    displayname: string
    type: string
    tier: number
    now: number
    until: number
  }
>(
  `INSERT INTO subscribers (channel_id, platform, id, platform_user_id, username, displayname, subscription_type, tier,
     months, subscribed_at, expires_at)
   VALUES (:channel, :platform, :id, :userId, :username, :displayname, :type, :tier, 1, :now, :until)
   ON CONFLICT (channel_id, platform, platform_user_id) DO UPDATE SET username = excluded.username,
     displayname = excluded.displayname, tier = excluded.tier, expires_at = excluded.expires_at`,
)
const listRunning = sql<Place & { now: number }, { userId: string }>(
  `SELECT platform_user_id AS "userId" FROM subscribers
   WHERE channel_id = :channel AND platform = :platform AND expires_at > :now LIMIT 1000000`,
)
const deleteAll = sql<Place>('DELETE FROM subscribers WHERE channel_id = :channel AND platform = :platform')
const listChannels = sql<Record<never, never>, { channel_id: number; platform: Platform }>(
  'SELECT channel_id, platform FROM platform_accounts ORDER BY channel_id, platform LIMIT 100000',
)

/** A subscriber of the sandbox account is not a subscriber of the real one. */
export async function forgetSubscribers(tx: Writer, channelId: number, platform: Platform): Promise<void> {
  await tx.run(deleteAll, { channel: channelId, platform })
}

export type SubscriberImport = ReturnType<typeof createSubscriberImport>

/** Imports the platform's list of subscribers periodically, because events report changes only. */
export function createSubscriberImport(needs: { db: Database; clock: Clock; log: Log; platforms: Platforms }) {
  const { db, clock, log, platforms } = needs
  const doneAt = new Map<string, number>()

  /** The number of subscribers; undefined if the platform does not report it. */
  async function run(channelId: number, platform: Platform): Promise<number | undefined> {
    const connection = await platforms.find(channelId, platform)
    const list = connection?.connector.listSubscribers
    if (connection === undefined || list === undefined) return undefined
    const all = await inTime(connection, (signal) => list(connection.account, signal), timeoutMs)
    const place = { channel: channelId, platform }
    for (let from = 0; from < all.length; from += rowsAtOnce) {
      await db.write((tx) => keep(tx, place, all.slice(from, from + rowsAtOnce)))
    }
    await endOthers(place, new Set(all.map(({ user }) => user.id)))
    return all.length
  }

  async function keep(tx: Writer, place: Place, some: readonly PlatformSubscriber[]): Promise<void> {
    const now = clock.now()
    for (const { user, tier, isGift } of some) {
      const { id: userId, username, displayname } = user
      const known = await tx.get(findId, { ...place, userId })
      const id = known?.id ?? (await tx.next(`subscriber:${place.platform}`, place.channel))
      const type = isGift ? 'gift' : 'self'
      await tx.run(upsert, { ...place, id, userId, username, displayname, type, tier, now, until: now + goodForMs })
    }
  }

  async function endOthers(place: Place, listed: ReadonlySet<string>): Promise<void> {
    const now = clock.now()
    const gone = (await db.all(listRunning, { ...place, now })).filter(({ userId }) => !listed.has(userId))
    for (let from = 0; from < gone.length; from += rowsAtOnce) {
      await db.write(async (tx) => {
        for (const { userId } of gone.slice(from, from + rowsAtOnce)) await endSubscription(tx, place, userId, now)
      })
    }
  }

  /** A failure is logged and retried later. */
  async function runSafely(channelId: number, platform: Platform): Promise<number> {
    try {
      const count = await run(channelId, platform)
      doneAt.set(`${channelId} ${platform}`, clock.steady())
      return count ?? 0
    } catch (error) {
      log.warn('the subscribers could not be imported', { channelId, platform, error })
      return 0
    }
  }

  return {
    run,
    runSafely,

    /** Imports where the last import is hours old. Returns the number of imported subscribers. */
    async runDue(): Promise<number> {
      let total = 0
      for (const { channel_id: channelId, platform } of await db.all(listChannels, {})) {
        const last = doneAt.get(`${channelId} ${platform}`)
        if (last === undefined || clock.steady() - last > againAfterMs) total += await runSafely(channelId, platform)
      }
      return total
    },
  }
}
