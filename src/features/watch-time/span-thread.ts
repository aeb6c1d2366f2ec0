import type { Reader, ThreadReader } from '../../storage/database.ts'
import { type Column, pack } from './columns.ts'
import {
  answerSpan,
  type ColumnKey,
  type ListedColumn,
  readPacked,
  readRows,
  type SpanAnswer,
  type SpanQuery,
  termsOf,
} from './span-answer.ts'

/** A leaderboard, or one column to be packed. */
export type WatchTimeQuery =
  | { readonly span: SpanQuery }
  | { readonly channel: number; readonly platform: string; readonly column: ColumnKey }

/** What is not packed yet, today above all, is remembered for as long as it does not change. */
const maxBytes = 32 * 2 ** 20
const remembered = new Map<string, { readonly version: number; readonly column: Column; readonly bytes: number }>()
let bytes = 0

/** Asked by `watch-time.ts` and `watch-columns.ts`: whatever has to go through the rows of all viewers. */
export async function answer(aside: ThreadReader, question: WatchTimeQuery): Promise<SpanAnswer | string | undefined> {
  const reader: Reader = {
    get: async (statement, params) => aside.row(statement, params),
    all: async (statement, params) => aside.rows(statement, params),
  }
  if ('column' in question) return pack(await readRows(reader, question, question.column))
  const { span } = question
  const columnAt = async (column: ListedColumn) => {
    const packed = column.is_packed === 1 ? await readPacked(reader, span, column) : undefined
    return packed ?? recall(reader, span, column)
  }
  return answerSpan(reader, span, await termsOf(reader, span, false), columnAt, () => undefined)
}

async function recall(reader: Reader, place: SpanQuery, listed: ListedColumn): Promise<Column> {
  const { kind, period, part, version } = listed
  const key = `${place.channel} ${place.platform} ${kind} ${period} ${part}`
  const known = remembered.get(key)
  drop(key)
  const column = known?.version === version ? known.column : await readRows(reader, place, listed)
  const size = column.minutes.byteLength + (column.ids?.byteLength ?? 0)
  // To the end of the row: a Map keeps the order in which they came, and what was longest not asked for goes first.
  remembered.set(key, { version, column, bytes: size })
  bytes += size
  for (const oldest of remembered.keys()) {
    if (bytes <= maxBytes || oldest === key) break
    drop(oldest)
  }
  return column
}

function drop(key: string): void {
  bytes -= remembered.get(key)?.bytes ?? 0
  remembered.delete(key)
}
