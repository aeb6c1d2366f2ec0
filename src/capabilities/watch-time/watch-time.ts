import type { ChangeMode } from '../../definitions/fields.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Cause, Events } from '../events/events.ts'
import { dayNumber, dayText, monthOf, type WatchTimeSpan } from '../viewers/days.ts'
import { viewerErrors } from '../viewers/messages.ts'
import type { createRanking } from '../viewers/ranking.ts'
import type { Viewer } from '../viewers/viewer.ts'
import { answerSpan, readPacked, type SpanAnswer, type SpanQuery, type SpanRow, termsOf } from './span-answer.ts'
import { partsOf } from './span-parts.ts'
import type { WatchTimeQuery } from './span-thread.ts'
import { createWatchColumns, spanThread } from './watch-columns.ts'

export interface Amounts {
  readonly minutes: number
  readonly messages: number
}

/** A day after a change: its minutes, by how many they changed, and the viewer's minutes of all days. */
export interface Adjustment extends Amounts {
  readonly changed: number
  readonly total: number
}

type DayKey = { channel: number; viewer: number; day: number }

const findDay = sql<DayKey, Amounts>(
  'SELECT minutes, messages FROM watch_time_days WHERE channel_id = :channel AND viewer_id = :viewer AND day = :day',
)
const setDay = sql<DayKey & { platform: string; minutes: number }>(
  `INSERT INTO watch_time_days (channel_id, platform, day, viewer_id, minutes)
   VALUES (:channel, :platform, :day, :viewer, :minutes)
   ON CONFLICT (channel_id, platform, day, viewer_id) DO UPDATE SET minutes = excluded.minutes`,
)
const growMonth = sql<{ channel: number; platform: string; month: number; viewer: number; by: number }>(
  `INSERT INTO watch_time_months (channel_id, platform, month, viewer_id, minutes)
   VALUES (:channel, :platform, :month, :viewer, :by)
   ON CONFLICT (channel_id, platform, month, viewer_id) DO UPDATE SET minutes = watch_time_months.minutes + :by`,
)
const growTotal = sql<{ channel: number; viewer: number; by: number }>(
  'UPDATE viewers SET watch_minutes = watch_minutes + :by WHERE channel_id = :channel AND id = :viewer',
)
const sumRange = sql<{ channel: number; viewer: number; from: number; to: number }, Amounts>(
  `SELECT coalesce(sum(minutes), 0) AS minutes, coalesce(sum(messages), 0) AS messages FROM watch_time_days
   WHERE channel_id = :channel AND viewer_id = :viewer AND day BETWEEN :from AND :to`,
)
const listDays = sql<{ channel: number; viewer: number; limit: number }, Amounts & { day: number }>(
  `SELECT day, minutes, messages FROM watch_time_days
   WHERE channel_id = :channel AND viewer_id = :viewer ORDER BY day DESC LIMIT :limit`,
)

/** Whole months have rows of their own; only the ends of a range are added up by day. */
const spanRows = `
  SELECT viewer_id, minutes, messages FROM watch_time_days
    WHERE channel_id = :channel AND platform = :platform AND day BETWEEN :from AND :fromEnd
  UNION ALL
  SELECT viewer_id, minutes, messages FROM watch_time_months
    WHERE channel_id = :channel AND platform = :platform AND month BETWEEN :firstMonth AND :lastMonth
  UNION ALL
  SELECT viewer_id, minutes, messages FROM watch_time_days
    WHERE channel_id = :channel AND platform = :platform AND day BETWEEN :toStart AND :to`

type SpanParams = {
  channel: number
  platform: string
  from: number
  fromEnd: number
  firstMonth: number
  lastMonth: number
  toStart: number
  to: number
}

// CROSS JOIN fixes the join order in SQLite: it reads the viewers who watched instead of scanning all viewers.
const topOfSpan = sql<SpanParams & { limit: number; offset: number }, SpanRow>(
  `SELECT v.id, v.platform_user_id, v.username, v.displayname, s.minutes AS watch_minutes, s.messages AS message_count
   FROM (
     SELECT viewer_id, sum(minutes) AS minutes, sum(messages) AS messages
     FROM (${spanRows}) AS span GROUP BY viewer_id HAVING sum(minutes) > 0
   ) AS s CROSS JOIN viewers v
   WHERE v.channel_id = :channel AND v.id = s.viewer_id AND v.is_bot = 0 ORDER BY s.minutes DESC, v.id LIMIT :limit OFFSET :offset`,
)
const countSpan = sql<SpanParams, { total: number }>(
  `SELECT count(*) AS total FROM (
     SELECT span.viewer_id FROM (${spanRows}) AS span CROSS JOIN viewers v
     WHERE v.channel_id = :channel AND v.id = span.viewer_id AND v.is_bot = 0
     GROUP BY span.viewer_id HAVING sum(span.minutes) > 0
   ) AS counted`,
)

/** The limit for adding up on this thread, a few milliseconds; more is done on the reader thread. */
const maxColumns = 150
const maxParts = 2

export type WatchTime = ReturnType<typeof createWatchTime>

/** Watch time as a row per viewer and day, with month rows and a total that change in the same transaction. */
export function createWatchTime(needs: {
  db: Database
  clock: Clock
  events: Events
  ranking: ReturnType<typeof createRanking>
}) {
  const { db, events, ranking } = needs
  const columns = createWatchColumns(needs)

  /** Packed columns are added up on this thread, with pauses: starting a thread would cost ten times as much. */
  async function topOf(span: SpanQuery): Promise<SpanAnswer> {
    if (db.readerThread === undefined) {
      const { limit, offset, ...params } = span
      const rows = await db.all(topOfSpan, { ...params, limit, offset })
      return { rows, total: (await db.get(countSpan, params))?.total ?? 0 }
    }
    const terms = await termsOf(db, span, true)
    const isSmall =
      terms.length <= maxColumns && terms.every(({ is_packed, part }) => is_packed === 1 && part < maxParts)
    const found = isSmall && (await answerSpan(db, span, terms, (column) => readPacked(db, span, column), letOthersRun))
    return found || db.readerThread<WatchTimeQuery, SpanAnswer>(spanThread, { span })
  }

  /** Changes day, month, total and leaderboard together. */
  async function apply(tx: Writer, channel: number, viewer: Viewer, day: number, mode: ChangeMode, amount: number) {
    const { platform } = viewer
    const before = (await tx.get(findDay, { channel, viewer: viewer.id, day })) ?? { minutes: 0, messages: 0 }
    const minutes = adjusted(before.minutes, mode, amount)
    const by = minutes - before.minutes
    if (viewer.watchMinutes + by > Number.MAX_SAFE_INTEGER) {
      throw new Failure('invalid_parameter', { message: viewerErrors.totalTooHigh.of() })
    }
    await tx.run(setDay, { channel, viewer: viewer.id, day, platform, minutes })
    if (by !== 0) {
      await tx.run(growMonth, { channel, platform, month: monthOf(day), viewer: viewer.id, by })
      await tx.run(growTotal, { channel, viewer: viewer.id, by })
      await columns.touch(tx, channel, platform, day, viewer.id)
      const place = { channelId: channel, platform, viewerId: viewer.id }
      if (!viewer.isBot) await ranking.move(tx, place, viewer.watchMinutes, viewer.watchMinutes + by)
    }
    return { minutes, messages: before.messages, by }
  }

  return {
    pack: columns.pack,

    /** Adds a watched minute. It is recorded as evidence, so there is no event. */
    async credit(tx: Writer, channelId: number, viewer: Viewer, day: string): Promise<void> {
      await apply(tx, channelId, viewer, dayNumber(day), 'add', 1)
    },

    /** The viewer must be as this transaction sees it. */
    async adjust(
      tx: Writer,
      cause: Cause,
      viewer: Viewer,
      change: { readonly mode: ChangeMode; readonly amount: number; readonly day: string },
    ): Promise<Adjustment> {
      const { mode, amount } = change
      const day = dayNumber(change.day)
      const { minutes, messages, by } = await apply(tx, cause.channel.id, viewer, day, mode, amount)
      await events.appendNew(tx, cause, {
        kind: 'watch-time.changed',
        platform: viewer.platform,
        viewerId: viewer.id,
        data: { user_id: viewer.userId, username: viewer.username, day: change.day, delta: by, minutes },
      })
      return { minutes, messages, changed: by, total: viewer.watchMinutes + by }
    },

    async on(reader: Reader, channelId: number, viewer: Viewer, day: string): Promise<Amounts> {
      const found = await reader.get(findDay, { channel: channelId, viewer: viewer.id, day: dayNumber(day) })
      return found ?? { minutes: 0, messages: 0 }
    },

    async of(channel: Channel, viewer: Viewer, span: WatchTimeSpan): Promise<Amounts> {
      if (span.mode === 'all') return { minutes: viewer.watchMinutes, messages: viewer.messageCount }
      const from = dayNumber(span.mode === 'day' ? span.day : span.from)
      const to = dayNumber(span.mode === 'day' ? span.day : span.to)
      const sums = await db.get(sumRange, { channel: channel.id, viewer: viewer.id, from, to })
      return sums ?? { minutes: 0, messages: 0 }
    },

    /** The last days on which the viewer was present, oldest first. */
    async days(channel: Channel, viewer: Viewer, limit: number): Promise<(Amounts & { day: string })[]> {
      const rows = await db.all(listDays, { channel: channel.id, viewer: viewer.id, limit })
      return rows.reverse().map(({ day, minutes, messages }) => ({ day: dayText(day), minutes, messages }))
    },

    async top(channel: Channel, platform: Platform, span: WatchTimeSpan, page: { limit: number; offset: number }) {
      if (span.mode === 'all') {
        const [total, rows] = await Promise.all([
          ranking.total(db, channel.id, platform),
          ranking.page(db, channel.id, platform, page),
        ])
        return { total, items: ranked(rows, page.offset) }
      }
      const { total, rows } = await topOf({ channel: channel.id, platform, ...partsOf(span), ...page })
      return { total, items: ranked(rows, page.offset) }
    },
  }
}

function adjusted(minutes: number, mode: ChangeMode, amount: number): number {
  if (mode === 'set') return amount
  return mode === 'add' ? minutes + amount : Math.max(minutes - amount, 0)
}

function ranked(rows: readonly SpanRow[], offset: number) {
  return rows.map((row, index) => ({
    id: row.id,
    rank: offset + index + 1,
    userId: row.platform_user_id,
    username: row.username,
    displayname: row.displayname,
    minutes: row.watch_minutes,
    messages: row.message_count,
  }))
}
