import { type Reader, sql } from '../../kernel/storage/database.ts'
import { monthOf } from '../viewers/days.ts'
import { addTo, type Column, columnOf, pageOf, partSize, unpack } from './columns.ts'

/** The first days, the whole months and the last days of a span. An empty part has its start after its end. */
export interface SpanParts {
  readonly from: number
  readonly fromEnd: number
  readonly firstMonth: number
  readonly lastMonth: number
  readonly toStart: number
  readonly to: number
}

export interface SpanQuery extends SpanParts {
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

/** A day or a month of one block of viewers. */
export interface ColumnKey {
  readonly kind: Kind
  readonly period: number
  readonly part: number
}

export interface ListedColumn extends ColumnKey {
  readonly version: number
  readonly is_packed: number
}

/** A column to add or to subtract. */
export interface Term extends ListedColumn {
  readonly sign: 1 | -1
}

const listKind = sql<Place & { kind: string; from: number; to: number }, ListedColumn>(
  `SELECT kind, period, part, version, is_packed FROM watch_columns
   WHERE channel_id = :channel AND platform = :platform AND kind = :kind AND period BETWEEN :from AND :to
   ORDER BY period, part`,
)
const findPacked = sql<Place & { kind: string; period: number; part: number; version: number }, { packed: string }>(
  `SELECT packed FROM watch_columns WHERE channel_id = :channel AND platform = :platform AND kind = :kind
   AND period = :period AND part = :part AND is_packed = 1 AND version = :version`,
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
/** A year at a time: running a statement takes several times as long as finding one more row with it. */
const monthsAtOnce = 12
type SomeMonths = { readonly [name: `month${number}`]: number }
const monthMessages = sql<Place & { id: number } & SomeMonths, { messages: number }>(
  `SELECT coalesce(sum(messages), 0) AS messages FROM watch_time_months
   WHERE channel_id = :channel AND platform = :platform AND viewer_id = :id
     AND month IN (${Array.from({ length: monthsAtOnce }, (_, index) => `:month${index}`).join(', ')})`,
)
const dayMessages = sql<{ channel: number; id: number; from: number; to: number }, { messages: number }>(
  `SELECT coalesce(sum(messages), 0) AS messages FROM watch_time_days
   WHERE channel_id = :channel AND viewer_id = :id AND day BETWEEN :from AND :to`,
)

/**
 * The days and months of a span in which anybody watched. With `maySubtract`, more than half a month is computed as
 * the month minus its other days, if all those columns are packed and of consistent versions.
 */
export async function termsOf(reader: Reader, question: SpanQuery, maySubtract: boolean): Promise<Term[]> {
  const { channel, platform, from, fromEnd, firstMonth, lastMonth, toStart, to } = question
  const list = (kind: Kind, from: number, to: number) => reader.all(listKind, { channel, platform, kind, from, to })

  async function daysOf(first: number, last: number): Promise<Term[]> {
    if (first > last) return []
    const month = monthOf(first)
    const days = await list('day', month * 100 + 1, month * 100 + 31)
    const inside = days.filter(({ period }) => period >= first && period <= last)
    const outside = days.filter(({ period }) => period < first || period > last)
    if (!maySubtract || inside.length <= outside.length) return signed(inside, 1)
    const whole = await list('month', month, month)
    const areAllPacked = [...whole, ...outside].every(({ is_packed }) => is_packed === 1)
    return areAllPacked ? [...signed(whole, 1), ...signed(outside, -1)] : signed(inside, 1)
  }

  const months = await list('month', firstMonth, lastMonth)
  return [...(await daysOf(from, fromEnd)), ...signed(months, 1), ...(await daysOf(toStart, to))]
}

function signed(columns: readonly ListedColumn[], sign: 1 | -1): Term[] {
  return columns.map((column) => ({ ...column, sign }))
}

/** The packed column; undefined if it is not packed or has changed since it was listed. */
export async function readPacked(reader: Reader, { channel, platform }: Place, listed: ListedColumn) {
  const { kind, period, part, version } = listed
  // Read as a list of one row: single rows are cached, and these are long.
  const [row] = await reader.all(findPacked, { channel, platform, kind, period, part, version })
  return row && unpack(row.packed)
}

/** Reads the rows of all viewers. Slow, so only for the reader thread. */
export async function readRows(reader: Reader, { channel, platform }: Place, key: ColumnKey): Promise<Column> {
  const { kind, period, part } = key
  const first = part * partSize
  const whose = { channel, platform, period, first, last: first + partSize - 1 }
  return columnOf(await reader.all(minutesOf[kind], whose), part)
}

/**
 * Adds up columns of numbers, five hundred times as fast as GROUP BY. Undefined if a column is not available.
 * `pause` is called about every half millisecond.
 */
export async function answerSpan(
  reader: Reader,
  question: SpanQuery,
  terms: readonly Term[],
  columnAt: (column: ListedColumn) => Promise<Column | undefined>,
  pause: () => Promise<void> | undefined,
): Promise<SpanAnswer | undefined> {
  const { channel, platform, limit, offset } = question
  const place = { channel, platform }
  const room = new Float64Array(terms.reduce((most, { part }) => Math.max(most, part + 1), 0) * partSize)
  let length = 0
  let added = 0
  for (const term of terms) {
    const column = await columnAt(term)
    if (column === undefined) return undefined
    length = Math.max(length, addTo(room, term.part, column, term.sign))
    added += column.minutes.length
    if (added < numbersAtOnce) continue
    added = 0
    await pause()
  }
  const sums = room.subarray(0, length)
  for (const { id } of await reader.all(listBots, place)) if (id < sums.length) sums[id] = 0
  await pause()
  const { total, ids } = pageOf(sums, offset, limit)
  await pause()
  const months = monthGroups(await monthsIn(reader, place, question.firstMonth, question.lastMonth))
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

/** Only days and months that have rows, because a range may span thousands of years. */
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

/** The parameters of `monthMessages` for each year of months. No month has the number 0. */
function monthGroups(months: readonly number[]): SomeMonths[] {
  const groups: SomeMonths[] = []
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const group: Record<`month${number}`, number> = {}
    for (let index = 0; index < monthsAtOnce; index++) group[`month${index}`] = months[first + index] ?? 0
    groups.push(group)
  }
  return groups
}

async function messagesOf(reader: Reader, place: Place, id: number, parts: SpanParts, months: readonly SomeMonths[]) {
  const { channel } = place
  let messages = 0
  for (const group of months) messages += (await reader.get(monthMessages, { ...group, ...place, id }))?.messages ?? 0
  for (const [from, to] of [
    [parts.from, parts.fromEnd],
    [parts.toStart, parts.to],
  ] as const) {
    if (from <= to) messages += (await reader.get(dayMessages, { channel, id, from, to }))?.messages ?? 0
  }
  return messages
}
