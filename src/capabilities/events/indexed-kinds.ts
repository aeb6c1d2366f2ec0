import { type Reader, sql } from '../../kernel/storage/database.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import { type EventRow, eventColumns, readEvent } from './event-rows.ts'

/** Kinds of events that an index finds without reading what lies between them. */
const indexedKinds = [
  'follow',
  'subscription',
  'subscription.received',
  'subscription.gifts',
  'donation',
  'bits',
  'power-up',
  'raid',
  'likes',
  'redemption.added',
  'stream.online',
  'stream.already-live',
  'stream.offline',
] as const
export type IndexedKind = (typeof indexedKinds)[number]

// The condition of the index `events_by_kind`, word by word: only then does SQLite use it.
const isIndexed = indexedKinds.map((kind) => `kind = '${kind}'`).join(' OR ')

type Range = { channel: number; kind: string; from: number; before: number; limit: number }

/** The numbers are selected first: with the rows in one query, SQLite reads the whole range. */
const listInOrder = (order: 'ASC' | 'DESC') =>
  sql<Range, EventRow>(
    `SELECT ${eventColumns} FROM events WHERE channel_id = :channel AND seq IN (
       SELECT seq FROM events WHERE channel_id = :channel AND kind = :kind AND (${isIndexed})
         AND seq >= :from AND seq < :before ORDER BY seq ${order} LIMIT :limit)
     ORDER BY seq ${order}`,
  )
const listOldest = listInOrder('ASC')
const listNewest = listInOrder('DESC')
const findNext = sql<{ channel: number; seq: number; limit: number }, { seq: number; at: number }>(
  'SELECT seq, at FROM events WHERE channel_id = :channel AND seq >= :seq ORDER BY seq LIMIT :limit',
)
const findLast = sql<{ channel: number }, { seq: number }>('SELECT last_event AS seq FROM channels WHERE id = :channel')

/** A range of the log: from the first number up to, and without, the last. */
export interface SeqRange {
  readonly from: number
  readonly before: number
}

export const wholeLog: SeqRange = { from: 0, before: Number.MAX_SAFE_INTEGER }

export async function oldestOfKind(
  reader: Reader,
  channelId: number,
  kind: IndexedKind,
  range: SeqRange,
  limit: number,
): Promise<LoggedEvent[]> {
  return (await reader.all(listOldest, { channel: channelId, kind, ...range, limit })).map(readEvent)
}

/** Newest first. */
export async function newestOfKind(
  reader: Reader,
  channelId: number,
  kind: IndexedKind,
  range: SeqRange,
  limit: number,
): Promise<LoggedEvent[]> {
  return (await reader.all(listNewest, { channel: channelId, kind, ...range, limit })).map(readEvent)
}

/** The number of the first event at that time or later, by binary search: numbers and times grow together. */
export async function firstSeqAt(reader: Reader, channelId: number, at: number): Promise<number> {
  const last = (await reader.get(findLast, { channel: channelId }))?.seq ?? 0
  let low = 0
  let high = last + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    // Numbers may be missing: what counts is the next event that exists.
    const next = await reader.get(findNext, { channel: channelId, seq: middle, limit: 1 })
    if (next === undefined || next.at >= at) high = middle
    else low = next.seq + 1
  }
  return low
}
