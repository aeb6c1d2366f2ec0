import { type AsideReader, sql } from '../../storage/database.ts'

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
  /** Days whose minutes changed since the last question, as `dayKey` writes them; undefined when there were too many. */
  readonly changed: readonly string[] | undefined
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

/** Who watched how long in one day or month: minutes by viewer id, or, where few watched, beside their ids. */
interface Column {
  readonly ids: Uint32Array | undefined
  readonly minutes: Uint16Array | Float64Array
  readonly highestId: number
  readonly bytes: number
}

type Place = { channel: number; platform: string }

const dayMinutes = sql<Place & { from: number; to: number }, { period: number; id: number; minutes: number }>(
  `SELECT day AS period, viewer_id AS id, minutes FROM watch_time_days
   WHERE channel_id = :channel AND platform = :platform AND day BETWEEN :from AND :to AND minutes > 0`,
)
const monthMinutes = sql<Place & { from: number; to: number }, { period: number; id: number; minutes: number }>(
  `SELECT month AS period, viewer_id AS id, minutes FROM watch_time_months
   WHERE channel_id = :channel AND platform = :platform AND month BETWEEN :from AND :to AND minutes > 0`,
)
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

/** Two years of twenty thousand viewers who come every day; what was longest not asked for goes first. */
const maxBytes = 32 * 2 ** 20
const columns = new Map<string, Column>()
let bytes = 0

export function dayKey(channel: number, platform: string, day: number): string {
  return `${channel} ${platform} ${day}`
}

/** Asked by `watch-time.ts` in the reader thread: adding up columns of numbers is five hundred times a GROUP BY. */
export function answer(reader: AsideReader, question: SpanQuestion): SpanAnswer {
  const { channel, platform, limit, offset } = question
  forget(question.changed)
  const place = { channel, platform }
  const months = monthsIn(reader, place, question.firstMonth, question.lastMonth)
  const parts = [
    ...daysIn(question.from, question.fromEnd).map((day) => columnOf(reader, place, day, dayMinutes)),
    ...months.map((month) => columnOf(reader, place, month, monthMinutes)),
    ...daysIn(question.toStart, question.to).map((day) => columnOf(reader, place, day, dayMinutes)),
  ]
  const sums = addUp(parts)
  for (const { id } of reader.rows(listBots, place)) if (id < sums.length) sums[id] = 0
  const { total, page } = rank(sums, offset, limit)
  const rows = page.flatMap((id) => {
    const viewer = reader.row(findViewer, { channel, id })
    const message_count = messagesOf(reader, place, id, question, months)
    return viewer === undefined ? [] : { ...viewer, watch_minutes: sums[id] ?? 0, message_count }
  })
  return { total, rows }
}

function forget(changed: readonly string[] | undefined): void {
  if (changed === undefined) {
    columns.clear()
    bytes = 0
    return
  }
  for (const key of changed) {
    drop(key)
    // The last two digits are the day.
    drop(key.slice(0, -2))
  }
}

function drop(key: string): void {
  bytes -= columns.get(key)?.bytes ?? 0
  columns.delete(key)
}

function columnOf(reader: AsideReader, place: Place, period: number, statement: typeof dayMinutes): Column {
  const key = dayKey(place.channel, place.platform, period)
  let column = columns.get(key)
  // To the end of the row: a Map keeps the order in which they came.
  if (column !== undefined) columns.delete(key)
  else {
    column = packed(reader.rows(statement, { ...place, from: period, to: period }))
    bytes += column.bytes
  }
  columns.set(key, column)
  for (const oldest of columns.keys()) {
    if (bytes <= maxBytes || oldest === key) break
    drop(oldest)
  }
  return column
}

function packed(rows: readonly { readonly id: number; readonly minutes: number }[]): Column {
  let highestId = 0
  let most = 0
  for (const { id, minutes } of rows) {
    highestId = Math.max(highestId, id)
    most = Math.max(most, minutes)
  }
  const numbers = (length: number) => (most < 2 ** 16 ? new Uint16Array(length) : new Float64Array(length))
  const isDense = rows.length * 3 > highestId
  const minutes = numbers(isDense ? highestId + 1 : rows.length)
  for (const [index, row] of rows.entries()) minutes[isDense ? row.id : index] = row.minutes
  const ids = isDense ? undefined : Uint32Array.from(rows, ({ id }) => id)
  return { ids, minutes, highestId, bytes: minutes.byteLength + (ids?.byteLength ?? 0) }
}

/** Both ends are in the same month, so counting up is enough; what is no day has no rows. */
function daysIn(from: number, to: number): number[] {
  const days: number[] = []
  for (let day = from; day <= to; day++) days.push(day)
  return days
}

/** Those that have rows: a range may be as long as the calendar. */
function monthsIn(reader: AsideReader, place: Place, first: number, last: number): number[] {
  const months: number[] = []
  for (let from = first; from <= last; ) {
    const month = reader.row(nextMonth, { ...place, from, to: last })?.month ?? undefined
    if (month === undefined) break
    months.push(month)
    from = month + 1
  }
  return months
}

function addUp(parts: readonly Column[]): Float64Array {
  const sums = new Float64Array(parts.reduce((highest, { highestId }) => Math.max(highest, highestId), 0) + 1)
  for (const { ids, minutes } of parts) {
    for (let i = 0; i < minutes.length; i++) {
      const id = ids === undefined ? i : (ids[i] ?? 0)
      sums[id] = (sums[id] ?? 0) + (minutes[i] ?? 0)
    }
  }
  return sums
}

const idRoom = 2 ** 31
/** Up to here minutes and id fit into one number, and numbers alone are sorted ten times as fast. */
const maxPacked = 2 ** 21

/** Viewers who watched, the longest first, and among equals who came first. */
function rank(sums: Float64Array, offset: number, limit: number): { total: number; page: number[] } {
  const keys = new Float64Array(sums.length)
  let total = 0
  let most = 0
  for (let id = 1; id < sums.length; id++) {
    const minutes = sums[id] ?? 0
    if (minutes <= 0) continue
    keys[total++] = (maxPacked - minutes) * idRoom + id
    if (minutes > most) most = minutes
  }
  if (most < maxPacked) {
    const sorted = keys.subarray(0, total).sort()
    return { total, page: Array.from(sorted.subarray(offset, offset + limit), (key) => key % idRoom) }
  }
  const ids = [...sums.keys()].filter((id) => (sums[id] ?? 0) > 0)
  ids.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b)
  return { total, page: ids.slice(offset, offset + limit) }
}

function messagesOf(reader: AsideReader, place: Place, id: number, parts: SpanParts, months: readonly number[]) {
  const { channel } = place
  let messages = 0
  for (const month of months) messages += reader.row(monthMessages, { ...place, month, id })?.messages ?? 0
  for (const [from, to] of [
    [parts.from, parts.fromEnd],
    [parts.toStart, parts.to],
  ] as const) {
    if (from <= to) messages += reader.row(dayMessages, { channel, id, from, to })?.messages ?? 0
  }
  return messages
}
