import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { PlatformEvent } from '../platform.ts'

/** Kick repeats a delivery for a day, so that a subscription of the page may come by webhook a day later. */
const keptMs = 25 * 60 * 60_000
const tidyEveryMs = 60 * 60_000
/** Nobody receives so many subscriptions in a day. */
const maxReports = 100

/** How a report came: by webhook, or from the open page through the extension. */
export type Way = 'webhook' | 'page'

type Person = { channel: number; user: string; sort: string }

const listReports = sql<Person & { since: number; limit: number }, { way: Way; report: string; at: number }>(
  `SELECT way, report, at FROM kick_subscription_reports
   WHERE channel_id = :channel AND user_id = :user AND sort = :sort AND at >= :since
   ORDER BY at, way, report LIMIT :limit`,
)
const insertReport = sql<Person & { way: Way; report: string; at: number; before: number }>(
  `INSERT INTO kick_subscription_reports (channel_id, user_id, sort, way, report, at)
   VALUES (:channel, :user, :sort, :way, :report, :at)
   ON CONFLICT (channel_id, user_id, sort, way, report) DO UPDATE SET at = excluded.at
   WHERE kick_subscription_reports.at < :before`,
)
const deleteOld = sql<{ before: number }>('DELETE FROM kick_subscription_reports WHERE at < :before')

export type SubscriptionReports = ReturnType<typeof createSubscriptionReports>

/**
 * Finds the subscriptions and gifts that come by two ways. Chat messages have the same id in both, subscriptions have not:
 * the page shows no id at all. So the nth subscription of a person by webhook and the nth on the page are the same one,
 * and both get the id of the one that came first; the feed then ignores the second.
 */
export function createSubscriptionReports({ db, clock }: { db: Database; clock: Clock }) {
  let tidiedAt = Number.NEGATIVE_INFINITY

  /** The event with the id that both ways share. Other events than subscriptions and gifts are returned as they are. */
  async function note<E extends PlatformEvent>(channelId: number, way: Way, event: E): Promise<E> {
    if (event.kind !== 'subscription' && event.kind !== 'gift-bundle') return event
    const now = clock.now()
    const before = now - keptMs
    const isDue = clock.steady() - tidiedAt > tidyEveryMs
    if (isDue) tidiedAt = clock.steady()
    const person = { channel: channelId, user: event.user.id, sort: sortOf(event) }
    const reports = await db.write(async (tx) => {
      if (isDue) await tx.run(deleteOld, { before })
      const known = await tx.all(listReports, { ...person, since: before, limit: maxReports })
      // Two reports of the same millisecond keep the order in which they came.
      const at = Math.max(now, ...known.map((one) => one.at + 1))
      await tx.run(insertReport, { ...person, way, report: event.id, at, before })
      return tx.all(listReports, { ...person, since: before, limit: maxReports })
    })
    const mine = reports.filter((one) => one.way === way)
    const nth = mine.findIndex(({ report }) => report === event.id)
    const other = reports.filter((one) => one.way !== way)[nth]
    const own = mine[nth]
    if (other === undefined || own === undefined || reports.indexOf(own) < reports.indexOf(other)) {
      return own === undefined ? event : { ...event, id: idOf(own) }
    }
    return { ...event, id: idOf(other) }
  }

  return {
    note,

    /** Gifts and what each recipient got: the recipients name the id under which the gifts are reported. */
    async *noteAll(channelId: number, way: Way, events: readonly PlatformEvent[]): AsyncGenerator<PlatformEvent> {
      let giftId: string | undefined
      for (const event of events) {
        const noted = await note(channelId, way, event)
        if (noted.kind === 'gift-bundle') giftId = noted.id
        if (noted.kind !== 'subscription' || noted.giftId === undefined || giftId === undefined) yield noted
        else yield { ...noted, giftId }
      }
    },
  }
}

/** What is counted for itself: gifts that somebody gives, gifts that somebody gets, and subscriptions of the own. */
function sortOf(event: Extract<PlatformEvent, { kind: 'subscription' | 'gift-bundle' }>): 'gifts' | 'gift' | 'self' {
  if (event.kind === 'gift-bundle') return 'gifts'
  return event.type === 'sub_gift' ? 'gift' : 'self'
}

/** Deliveries have ids of their own. On the page the same text may appear again a month later. */
function idOf({ way, report, at }: { way: Way; report: string; at: number }): string {
  return way === 'webhook' ? report : `${report}:${at}`
}
