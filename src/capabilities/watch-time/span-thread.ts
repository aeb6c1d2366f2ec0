import type { Reader, ThreadReader } from '../../kernel/storage/database.ts'
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

/** A query for a leaderboard, or for one column to pack. */
export type WatchTimeQuery =
  | { readonly span: SpanQuery }
  | { readonly channel: number; readonly platform: string; readonly column: ColumnKey }

/** Columns that are not packed yet, such as today's, are cached until they change. */
const maxBytes = 32 * 2 ** 20
const remembered = new Map<string, { readonly version: number; readonly column: Column; readonly bytes: number }>()
let bytes = 0

/** Runs the queries of `watch-time.ts` and `watch-columns.ts` that scan the rows of all viewers. */
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
  // An LRU cache: a Map keeps insertion order, so a used entry moves to the end and the first one is evicted.
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
