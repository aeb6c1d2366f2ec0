import { type Database, type Reader, sql, type Writer } from '../../storage/database.ts'
import type { Cleaner } from './clean-data.ts'

/** Small enough that other calls do not wait. */
const rowsAtOnce = 100

interface EventRow {
  readonly seq: number
  readonly kind: string
  readonly platform: string | null
  readonly viewer_id: number | null
  readonly external_id: string | null
  readonly at: number
  readonly data: string
}

const listEvents = sql<{ channel: number; after: number; limit: number }, EventRow>(
  `SELECT seq, kind, platform, viewer_id, external_id, at, data FROM events
   WHERE channel_id = :channel AND seq > :after ORDER BY seq LIMIT :limit`,
)
const setEvent = sql<{ channel: number; seq: number; data: string; externalId: string | null }>(
  'UPDATE events SET data = :data, external_id = :externalId WHERE channel_id = :channel AND seq = :seq',
)
const listReasons = sql<{ channel: number; seq: number }, { viewer_id: number; currency: string; reason: string }>(
  'SELECT viewer_id, currency, reason FROM points_ledger WHERE channel_id = :channel AND seq = :seq',
)
const setReason = sql<{ channel: number; seq: number; viewer: number; currency: string; reason: string }>(
  `UPDATE points_ledger SET reason = :reason
   WHERE channel_id = :channel AND seq = :seq AND viewer_id = :viewer AND currency = :currency`,
)
const findModeration = sql<{ channel: number; seq: number }, { reason: string; moderator: string }>(
  'SELECT reason, moderator FROM moderation_log WHERE channel_id = :channel AND seq = :seq',
)
const setModeration = sql<{ channel: number; seq: number; reason: string; moderator: string }>(
  'UPDATE moderation_log SET reason = :reason, moderator = :moderator WHERE channel_id = :channel AND seq = :seq',
)
const listAnswers = sql<
  { channel: number; operation: string; key: string; limit: number },
  { operation: string; key: string; answer: string | null }
>(
  `SELECT operation, idempotency_key AS key, answer FROM idempotency
   WHERE channel_id = :channel AND (operation > :operation OR (operation = :operation AND idempotency_key > :key))
   ORDER BY operation, idempotency_key LIMIT :limit`,
)
const setAnswer = sql<{ channel: number; operation: string; key: string; answer: string }>(
  `UPDATE idempotency SET answer = :answer
   WHERE channel_id = :channel AND operation = :operation AND idempotency_key = :key`,
)
const listHeld = sql<{ channel: number }, { platform: string; id: string; occasion: string }>(
  'SELECT platform, id, occasion FROM held_alerts WHERE channel_id = :channel',
)
const dropHeld = sql<{ channel: number; platform: string; id: string }>(
  'DELETE FROM held_alerts WHERE channel_id = :channel AND platform = :platform AND id = :id',
)
const listRuns = sql<{ channel: number }, { id: number; runs: string }>(
  'SELECT id, last_user_runs AS runs FROM commands WHERE channel_id = :channel',
)
const setRuns = sql<{ channel: number; id: number; runs: string }>(
  'UPDATE commands SET last_user_runs = :runs WHERE channel_id = :channel AND id = :id',
)
const listLines = sql<{ channel: number }, { platform: string; line: number; text: string }>(
  'SELECT platform, line, text FROM sandbox_chat WHERE channel_id = :channel',
)
const setLine = sql<{ channel: number; platform: string; line: number; text: string }>(
  'UPDATE sandbox_chat SET text = :text WHERE channel_id = :channel AND platform = :platform AND line = :line',
)

export type FoundEvent = Omit<EventRow, 'data'> & { readonly data: unknown }

/** The events that concern the person, oldest first, in small parts. */
export async function* eventsOf(
  reader: Reader,
  channel: number,
  cleaner: Cleaner,
  first: number,
): AsyncGenerator<{ readonly found: FoundEvent[]; readonly upTo: number }> {
  for (let after = first; ; ) {
    const rows = await reader.all(listEvents, { channel, after, limit: rowsAtOnce })
    after = rows.at(-1)?.seq ?? after
    const found = rows.flatMap((row) => {
      const isOf = row.viewer_id !== null && cleaner.isViewer(row.viewer_id)
      if (!isOf && !cleaner.mayContain(row.data)) return []
      const event = { ...row, data: JSON.parse(row.data) as unknown }
      const record = { viewerId: row.viewer_id, platform: row.platform, data: event.data }
      return cleaner.isOwn(record) || JSON.stringify(cleaner.clean(record)) !== row.data ? [event] : []
    })
    yield { found, upTo: after }
    if (rows.length < rowsAtOnce) return
  }
}

/** Removes the person from an event, and from the ledger and the moderation log under the same number. */
export async function cleanEvent(tx: Writer, channel: number, cleaner: Cleaner, event: FoundEvent): Promise<void> {
  const { seq, platform, viewer_id: viewerId, external_id: externalId } = event
  const data = JSON.stringify(cleaner.clean({ viewerId, platform, data: event.data }))
  // Some platforms build the id of an event from the id of the user.
  const kept = externalId !== null && cleaner.mayContain(externalId) ? null : externalId
  await tx.run(setEvent, { channel, seq, data, externalId: kept })
  for (const { viewer_id: viewer, currency, reason } of await tx.all(listReasons, { channel, seq })) {
    const cleaned = cleaner.isViewer(viewer) ? '' : cleaner.cleanLine(reason)
    if (cleaned !== reason) await tx.run(setReason, { channel, seq, viewer, currency, reason: cleaned })
  }
  const entry = await tx.get(findModeration, { channel, seq })
  if (entry === undefined) return
  const [reason, moderator] = [cleaner.cleanLine(entry.reason), cleaner.cleanLine(entry.moderator)]
  await tx.run(setModeration, { channel, seq, reason, moderator })
}

/** The answers that are kept for repeated calls. They are cleaned, not deleted: a repeat must not act again. */
export async function cleanAnswers(db: Database, channel: number, cleaner: Cleaner): Promise<void> {
  for (let [operation, key] = ['', '']; ; ) {
    const rows = await db.all(listAnswers, { channel, operation, key, limit: rowsAtOnce })
    const named = rows.filter(({ answer }) => answer !== null && cleaner.mayContain(answer))
    if (named.length > 0) {
      await db.write(async (tx) => {
        for (const { operation: of, key: id, answer } of named) {
          const data: unknown = JSON.parse(answer ?? 'null')
          const cleaned = JSON.stringify(cleaner.clean({ viewerId: null, platform: null, data }))
          await tx.run(setAnswer, { channel, operation: of, key: id, answer: cleaned })
        }
      })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    operation = last.operation
    key = last.key
  }
}

/** Alerts that wait for the end of shield mode, who ran a command last, and what the bot wrote on the sandbox. */
export async function cleanShortLists(
  tx: Writer,
  channel: number,
  cleaner: Cleaner,
  userIds: readonly string[],
): Promise<void> {
  for (const { platform, id, occasion } of await tx.all(listHeld, { channel })) {
    const { user } = JSON.parse(occasion) as { user: { id: string; username: string } }
    const data = { user_id: user.id, username: user.username }
    if (cleaner.isOwn({ viewerId: null, platform, data })) await tx.run(dropHeld, { channel, platform, id })
  }
  for (const { id, runs } of await tx.all(listRuns, { channel })) {
    const before = Object.entries(JSON.parse(runs) as Record<string, number>)
    const after = before.filter(([userId]) => !userIds.includes(userId))
    if (after.length < before.length)
      await tx.run(setRuns, { channel, id, runs: JSON.stringify(Object.fromEntries(after)) })
  }
  for (const { platform, line, text } of await tx.all(listLines, { channel })) {
    const cleaned = cleaner.cleanLine(text)
    if (cleaned !== text) await tx.run(setLine, { channel, platform, line, text: cleaned })
  }
}
