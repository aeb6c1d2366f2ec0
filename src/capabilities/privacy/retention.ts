import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import { auditList } from '../events/event-rows.ts'
import type { Settings } from '../settings/settings.ts'
import { chatEventKinds } from './contract/settings.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The number of seqs that one statement covers. */
const spanLength = 2_000

type Span = { channel: number; from: number; before: number; cutoff: number }

const findFirst = sql<{ channel: number; limit: number }, { seq: number }>(
  'SELECT seq FROM events WHERE channel_id = :channel ORDER BY seq LIMIT :limit',
)
const findLast = sql<{ channel: number }, { seq: number }>('SELECT last_event AS seq FROM channels WHERE id = :channel')
const findOldest = sql<{ channel: number; from: number; before: number }, { at: number | null }>(
  'SELECT min(at) AS at FROM events WHERE channel_id = :channel AND seq >= :from AND seq < :before',
)
const chatKinds = chatEventKinds.map((kind) => `'${kind}'`).join(', ')

// Kept: audit entries, events that explain a ledger entry, and what the overlay may still show.
function deletion(kinds: string) {
  return sql<Span>(
    `DELETE FROM events WHERE channel_id = :channel AND seq >= :from AND seq < :before AND at < :cutoff
       AND kind ${kinds} (${chatKinds}) AND (list IS NULL OR list <> '${auditList}')
       AND NOT EXISTS (SELECT 1 FROM points_ledger l WHERE l.channel_id = :channel AND l.seq = events.seq)
       AND NOT EXISTS (SELECT 1 FROM firings f WHERE f.channel_id = :channel AND f.seq = events.seq)`,
  )
}
const deleteChat = deletion('IN')
const deleteEvents = deletion('NOT IN')
const deleteModeration = sql<Span>(
  `DELETE FROM moderation_log
   WHERE channel_id = :channel AND seq >= :from AND seq < :before AND at < :cutoff`,
)

/** Deletes what is older than each channel wants to keep, in small transactions. Returns how many rows were deleted. */
export async function pruneHistory(needs: {
  db: Database
  clock: Clock
  channels: Channels
  settings: Settings
}): Promise<number> {
  const { db, clock, channels, settings } = needs
  let deleted = 0
  for (const { id: channel } of await channels.list()) {
    const { chat_days: chatDays, event_days: eventDays } = (await settings.of(channel)).retention
    const jobs = [
      ...(chatDays > 0 ? [{ statements: [deleteChat], days: chatDays }] : []),
      ...(eventDays > 0 ? [{ statements: [deleteEvents, deleteModeration], days: eventDays }] : []),
    ]
    for (const { statements, days } of jobs) deleted += await prune(channel, statements, clock.now() - days * dayMs)
  }
  return deleted

  async function prune(channel: number, statements: readonly (typeof deleteChat)[], cutoff: number): Promise<number> {
    const first = (await db.get(findFirst, { channel, limit: 1 }))?.seq ?? null
    const last = (await db.get(findLast, { channel }))?.seq ?? 0
    let count = 0
    for (let from = first ?? last + 1; from <= last; from += spanLength) {
      const before = from + spanLength
      const oldest = (await db.get(findOldest, { channel, from, before }))?.at ?? null
      // Numbers follow the time, so everything from here on is newer.
      if (oldest !== null && oldest >= cutoff) break
      count += await db.write(async (tx) => {
        let changed = 0
        for (const statement of statements) changed += await tx.run(statement, { channel, from, before, cutoff })
        return changed
      })
    }
    return count
  }
}
