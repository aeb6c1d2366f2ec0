import { type Reader, sql } from '../../storage/database.ts'
import { addTo, type Column, columnOf, pageOf, partSize, unpack } from './columns.ts'

/** First days, whole months, last days. A part that is empty has its ends the wrong way round. */
export interface SpanParts {
  readonly from: number
  readonly fromEnd: number
  readonly firstMonth: number
  readonly lastMonth: number
  readonly toStart: number
  readonly to: number
}

export interface SpanQuestion extends SpanParts {
  readonly channel: number
  readonly platform: string
  readonly limit: number
  readonly offset: number
}

export interface SpanAnswer {
  readonly total: number
  readonly rows: readonly SpanRow[]
}

export interface SpanRow {
  readonly id: number
  readonly platform_user_id: string
  readonly username: string
  readonly displayname: string
  readonly watch_minutes: number
  readonly message_count: number
}

type Place = { channel: number; platform: string }
type Kind = 'day' | 'month'

/** A day or a month of one part of the viewers. */
export interface ColumnKey {
  readonly kind: Kind
  readonly period: number
  readonly part: number
}

export interface ListedColumn extends ColumnKey {
  readonly version: number
  readonly is_packed: number
}

const listKind = sql<Place & { kind: string; from: number; to: number }, ListedColumn>(
  `SELECT kind, period, part, version, is_packed FROM watch_columns
   WHERE channel_id = :channel AND platform = :platform AND kind = :kind AND period BETWEEN :from AND :to
   ORDER BY period, part`,
)
const findPacked = sql<Place & { kind: string; period: number; part: number }, { packed: string }>(
  `SELECT packed FROM watch_columns WHERE channel_id = :channel AND platform = :platform AND kind = :kind
   AND period = :period AND part = :part AND is_packed = 1`,
)
type Minutes = { id: number; minutes: number }
type Part = Place & { period: number; first: number; last: number }
const minutesOf = {
  day: sql<Part, Minutes>(
    `SELECT viewer_id AS id, minutes FROM watch_time_days WHERE channel_id = :channel AND platform = :platform
     AND day = :period AND viewer_id BETWEEN :first AND :last AND minutes > 0`,
  ),
  month: sql<Part, Minutes>(
    `SELECT viewer_id AS id, minutes FROM watch_time_months WHERE channel_id = :channel AND platform = :platform
     AND month = :period AND viewer_id BETWEEN :first AND :last AND minutes > 0`,
  ),
} as const
const nextMonth = sql<Place & { from: number; to: number }, { month: number | null }>(
  `SELECT min(month) AS month FROM watch_time_months
   WHERE channel_id = :channel AND platform = :platform AND month BETWEEN :from AND :to`,
)
const listBots = sql<Place, { id: number }>(
  'SELECT id FROM viewers WHERE channel_id = :channel AND platform = :platform AND is_bot = 1',
)
const findViewer = sql<{ channel: number; id: number }, Omit<SpanRow, 'watch_minutes' | 'message_count'>>(
  'SELECT id, platform_user_id, username, displayname FROM viewers WHERE channel_id = :channel AND id = :id',
)
const monthMessages = sql<Place & { month: number; id: number }, { messages: number }>(
  `SELECT messages FROM watch_time_months
   WHERE channel_id = :channel AND platform = :platform AND month = :month AND viewer_id = :id`,
)
const dayMessages = sql<{ channel: number; id: number; from: number; to: number }, { messages: number }>(
  `SELECT coalesce(sum(messages), 0) AS messages FROM watch_time_days
   WHERE channel_id = :channel AND viewer_id = :id AND day BETWEEN :from AND :to`,
)

/** The days and months that make up a span, of those in which anybody watched. */
export async function listColumns(reader: Reader, question: SpanQuestion): Promise<ListedColumn[]> {
  const { channel, platform, from, fromEnd, firstMonth, lastMonth, toStart, to } = question
  const lists = [
    await reader.all(listKind, { channel, platform, kind: 'day', from, to: fromEnd }),
    await reader.all(listKind, { channel, platform, kind: 'month', from: firstMonth, to: lastMonth }),
    await reader.all(listKind, { channel, platform, kind: 'day', from: toStart, to }),
  ]
  return lists.flat()
}

/** As it stands on disk; undefined when it is not packed, or not any more. */
export async function readPacked(reader: Reader, { channel, platform }: Place, { kind, period, part }: ColumnKey) {
  // Not one row but a list of one: single rows are remembered, and these are long.
  const [row] = await reader.all(findPacked, { channel, platform, kind, period, part })
  return row && unpack(row.packed)
}

/** From the rows of the viewers. Takes a while: for the reader thread. */
export async function readRows(reader: Reader, { channel, platform }: Place, key: ColumnKey): Promise<Column> {
  const { kind, period, part } = key
  const first = part * partSize
  const whose = { channel, platform, period, first, last: first + partSize - 1 }
  return columnOf(await reader.all(minutesOf[kind], whose), part)
}

/**
 * Adds up columns of numbers, which is five hundred times a GROUP BY. Undefined when one of them cannot be had.
 * `pause` is called about every half millisecond.
 */
export async function answerSpan(
  reader: Reader,
  question: SpanQuestion,
  listed: readonly ListedColumn[],
  columnAt: (column: ListedColumn) => Promise<Column | undefined>,
  pause: () => Promise<void> | undefined,
): Promise<SpanAnswer | undefined> {
  const { channel, platform, limit, offset } = question
  const place = { channel, platform }
  const parts = listed.reduce((most, { part }) => Math.max(most, part + 1), 0)
  const sums = new Float64Array(parts * partSize)
  for (let index = 0, added = 0; index < listed.length; index++) {
    const wanted = listed[index]
    const column = wanted && (await columnAt(wanted))
    if (column === undefined) return undefined
    addTo(sums, wanted?.part ?? 0, column)
    added += column.minutes.length
    if (added < numbersAtOnce) continue
    added = 0
    await pause()
  }
  for (const { id } of await reader.all(listBots, place)) if (id < sums.length) sums[id] = 0
  await pause()
  const { total, ids } = pageOf(sums, offset, limit)
  await pause()
  const months = await monthsIn(reader, place, question.firstMonth, question.lastMonth)
  const rows: SpanRow[] = []
  for (const [index, id] of ids.entries()) {
    if (index % viewersAtOnce === 0) await pause()
    const viewer = await reader.get(findViewer, { channel, id })
    if (viewer === undefined) continue
    const message_count = await messagesOf(reader, place, id, question, months)
    rows.push({ ...viewer, watch_minutes: sums[id] ?? 0, message_count })
  }
  return { total, rows }
}

const numbersAtOnce = 100_000
const viewersAtOnce = 10

/** Those that have rows: a range may be as long as the calendar. */
async function monthsIn(reader: Reader, place: Place, first: number, last: number): Promise<number[]> {
  const months: number[] = []
  for (let from = first; from <= last; ) {
    const month = (await reader.get(nextMonth, { ...place, from, to: last }))?.month ?? undefined
    if (month === undefined) break
    months.push(month)
    from = month + 1
  }
  return months
}

async function messagesOf(reader: Reader, place: Place, id: number, parts: SpanParts, months: readonly number[]) {
  const { channel } = place
  let messages = 0
  for (const month of months) messages += (await reader.get(monthMessages, { ...place, month, id }))?.messages ?? 0
  for (const [from, to] of [
    [parts.from, parts.fromEnd],
    [parts.toStart, parts.to],
  ] as const) {
    if (from <= to) messages += (await reader.get(dayMessages, { channel, id, from, to }))?.messages ?? 0
  }
  return messages
}
