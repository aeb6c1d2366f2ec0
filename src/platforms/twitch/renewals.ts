import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { PlatformEvent, ViewerEvent } from '../platform.ts'
import { subscriptionMs } from './events.external.ts'

/** A subscription that is shared in the same moment is one event with its message; an alert may wait this long for it. */
const defaultWaitMs = 2_000
/** Between two reports of the same moment, which Twitch sends in any order. */
const sameMomentMs = 60_000
/** Less than the shortest month: what is shared later belongs to the next one. */
const sameMonthMs = 27 * 24 * 60 * 60_000
const tidyEveryMs = 60 * 60_000
const maxHeld = 1_000

type Subscription = Extract<ViewerEvent, { readonly kind: 'subscription' }>
type Person = { channel: number; user: string }

/** `held`: not an event yet. `counted`: an event, and not shared yet. `shared`: the message has come. */
interface Row {
  readonly userId: string
  readonly username: string
  readonly displayname: string
  readonly tier: number
  /** The id of the last report. */
  readonly report: string
  readonly state: 'held' | 'counted' | 'shared'
  readonly at: number
}

const columns = 'user_id AS "userId", username, displayname, tier, report, state, at'
const find = sql<Person, Row>(
  `SELECT ${columns} FROM twitch_subscriptions WHERE channel_id = :channel AND user_id = :user`,
)
const listHeld = sql<{ channel: number; limit: number }, Row>(
  `SELECT ${columns} FROM twitch_subscriptions WHERE channel_id = :channel AND state = 'held' ORDER BY at LIMIT :limit`,
)
const upsert = sql<
  Person & { username: string; displayname: string; tier: number; report: string; state: Row['state']; at: number }
>(
  `INSERT INTO twitch_subscriptions (channel_id, user_id, username, displayname, tier, report, state, at)
   VALUES (:channel, :user, :username, :displayname, :tier, :report, :state, :at)
   ON CONFLICT (channel_id, user_id) DO UPDATE SET username = excluded.username, displayname = excluded.displayname,
     tier = excluded.tier, report = excluded.report, state = excluded.state, at = excluded.at`,
)
const count = sql<Person & { report: string }>(
  `UPDATE twitch_subscriptions SET state = 'counted'
   WHERE channel_id = :channel AND user_id = :user AND report = :report AND state = 'held'`,
)
const deleteOld = sql<{ before: number }>('DELETE FROM twitch_subscriptions WHERE at < :before')

export type Renewals = ReturnType<typeof createRenewals>

/**
 * Makes one event of a subscription that Twitch reports twice: a lapsed one that is renewed comes as `channel.subscribe`
 * and, once its owner shares it in the chat, as `channel.subscription.message`. The first waits for a moment, stored, so
 * that a restart loses none. If the message comes in that moment, it is the event. If it comes later in the month, the
 * subscription has been counted, and only what was shared is reported.
 */
export function createRenewals(needs: {
  db: Database
  clock: Clock
  log: Log
  channelId: number
  waitMs?: number | undefined
  deliver: (event: PlatformEvent) => Promise<void>
}) {
  const { db, clock, log, channelId, waitMs = defaultWaitMs, deliver } = needs
  const timers = new Set<NodeJS.Timeout>()
  let last: Promise<unknown> = Promise.resolve()
  let tidiedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  /** One after the other, so that two reports of one user do not overtake each other. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function keep(event: Subscription, state: Row['state']): Promise<void> {
    const { id: report, tier, user } = event
    const { id, username, displayname } = user
    const at = clock.now()
    const isDue = clock.steady() - tidiedAt > tidyEveryMs
    if (isDue) tidiedAt = clock.steady()
    await db.write(async (tx) => {
      if (isDue) await tx.run(deleteOld, { before: at - sameMonthMs })
      await tx.run(upsert, { channel: channelId, user: id, username, displayname, tier, report, state, at })
    })
  }

  async function hold(event: Subscription): Promise<void> {
    const known = await db.get(find, { channel: channelId, user: event.user.id })
    if (known?.report === event.id) return
    if (known?.state === 'shared' && clock.now() - known.at < sameMomentMs) return
    await keep(event, 'held')
    releaseLater(event.user.id, waitMs)
  }

  async function share(event: Subscription): Promise<void> {
    const known = await db.get(find, { channel: channelId, user: event.user.id })
    if (known?.report === event.id) return
    const isCounted = known?.state === 'counted' && clock.now() - known.at < sameMonthMs
    await deliver(isCounted ? sharedOf(event) : event)
    await keep(event, 'shared')
  }

  function releaseLater(userId: string, ms: number): void {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      inOrder(() => release(userId)).catch((error: unknown) => {
        log.warn('a subscription of Twitch is reported later', { channelId, error })
        releaseLater(userId, sameMomentMs)
      })
    }, ms).unref()
    timers.add(timer)
  }

  /** Nothing was shared meanwhile. */
  async function release(userId: string): Promise<void> {
    const person = { channel: channelId, user: userId }
    const held = await db.get(find, person)
    if (isClosed || held?.state !== 'held') return
    await deliver(newOf(held))
    await db.write((tx) => tx.run(count, { ...person, report: held.report }))
  }

  return {
    take: (event: Subscription): Promise<void> =>
      inOrder(() => (event.type === 'sub_new' ? hold(event) : share(event))),

    /** Subscriptions that waited when the server stopped. */
    async resume(): Promise<void> {
      for (const { userId, at } of await db.all(listHeld, { channel: channelId, limit: maxHeld })) {
        releaseLater(userId, Math.max(0, at + waitMs - clock.now()))
      }
    },

    close(): void {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function newOf({ userId: id, username, displayname, tier, report, at }: Row): Subscription {
  const term = { tier, months: 1, expiresAt: at + subscriptionMs }
  return { kind: 'subscription', id: report, user: { id, username, displayname }, type: 'sub_new', ...term }
}

function sharedOf({ id, user, tier, months, expiresAt, message = '', streakMonths }: Subscription): PlatformEvent {
  const streak = streakMonths === undefined ? {} : { streakMonths }
  return { kind: 'subscription-share', id, user, tier, months, expiresAt, message, ...streak }
}
