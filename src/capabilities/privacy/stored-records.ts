import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Cleaner } from './clean-data.ts'

/** Rows that are read and searched in one step; each has at most a few KiB. Other calls wait for a step. */
const rowsAtOnce = 25
/** JSON that is cleaned in one step: it takes up to 0.1 ms per KiB. */
const maxCleanedLength = 16 * 1024

/** Lets other calls run between two steps. SQLite queries are synchronous: a scan without pauses would block them. */
export type LetOthersRun = () => Promise<void>

/** Within a transaction nothing else may run. */
const noPause: LetOthersRun = async () => {}

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
const listRuns = sql<{ channel: number; after: number; limit: number }, { id: number; runs: string }>(
  `SELECT id, last_user_runs AS runs FROM commands WHERE channel_id = :channel AND id > :after
   ORDER BY id LIMIT :limit`,
)
const setRuns = sql<{ channel: number; id: number; runs: string }>(
  'UPDATE commands SET last_user_runs = :runs WHERE channel_id = :channel AND id = :id',
)
const listValueNames = sql<{ channel: number }, { key: string }>(
  "SELECT name_key AS key FROM named_values WHERE channel_id = :channel AND type IN ('text', 'list')",
)
const findValue = sql<{ channel: number; key: string }, { value: string }>(
  'SELECT value FROM named_values WHERE channel_id = :channel AND name_key = :key',
)
const setValue = sql<{ channel: number; key: string; value: string; size: number }>(
  'UPDATE named_values SET value = :value, size = :size WHERE channel_id = :channel AND name_key = :key',
)
const listChanges = sql<{ channel: number; after: number; limit: number }, { id: number; content: string }>(
  `SELECT id, content FROM changes
   WHERE channel_id = :channel AND id > :after AND action = 'deleted' AND kind IN ('command', 'value')
   ORDER BY id LIMIT :limit`,
)
const findChange = sql<{ channel: number; id: number }, { content: string }>(
  'SELECT content FROM changes WHERE channel_id = :channel AND id = :id',
)
const setChange = sql<{ channel: number; id: number; content: string }>(
  'UPDATE changes SET content = :content WHERE channel_id = :channel AND id = :id',
)
const listLines = sql<{ channel: number }, { platform: string; line: number; text: string }>(
  'SELECT platform, line, text FROM sandbox_chat WHERE channel_id = :channel',
)
const setLine = sql<{ channel: number; platform: string; line: number; text: string }>(
  'UPDATE sandbox_chat SET text = :text WHERE channel_id = :channel AND platform = :platform AND line = :line',
)

export interface FoundEvent extends Omit<EventRow, 'data'> {
  readonly data: unknown
  /** The data without the person, as JSON. */
  readonly cleaned: string
}

/** The events that concern the person, oldest first, in small parts, with a pause between two steps. */
export async function* eventsOf(
  reader: Reader,
  channel: number,
  cleaner: Cleaner,
  first: number,
  pause = noPause,
): AsyncGenerator<{ readonly found: readonly FoundEvent[]; readonly upTo: number }> {
  for (let after = first; ; ) {
    const rows = await reader.all(listEvents, { channel, after, limit: rowsAtOnce })
    const named = rows.filter(({ viewer_id: viewer, data }) => {
      return (viewer !== null && cleaner.isViewer(viewer)) || cleaner.mayContain(data)
    })
    for (const part of inParts(named, ({ data }) => data.length)) {
      await pause()
      const found = part.flatMap((row) => foundIn(row, cleaner) ?? [])
      yield { found, upTo: part.at(-1)?.seq ?? after }
    }
    after = rows.at(-1)?.seq ?? after
    yield { found: [], upTo: after }
    if (rows.length < rowsAtOnce) return
    await pause()
  }
}

function foundIn(row: EventRow, cleaner: Cleaner): FoundEvent | undefined {
  const data: unknown = JSON.parse(row.data)
  const record = { viewerId: row.viewer_id, platform: row.platform, data }
  const cleaned = JSON.stringify(cleaner.clean(record))
  return cleaned !== row.data || cleaner.isOwn(record) ? { ...row, data, cleaned } : undefined
}

/** Rows in groups that are cleaned in one step. One that is longer has a group of its own. */
function inParts<T>(rows: readonly T[], lengthOf: (row: T) => number): T[][] {
  const parts: T[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    length += lengthOf(row)
    if (length > maxCleanedLength) {
      parts.push([])
      length = lengthOf(row)
    }
    parts.at(-1)?.push(row)
  }
  return parts
}

/** Removes the person from an event, and from the ledger and the moderation log under the same number. */
export async function cleanEvent(tx: Writer, channel: number, cleaner: Cleaner, event: FoundEvent): Promise<void> {
  const { seq, cleaned: data, external_id: externalId } = event
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
    for (const part of inParts(named, ({ answer }) => answer?.length ?? 0)) {
      await letOthersRun()
      await db.write(async (tx) => {
        for (const { operation: of, key: id, answer } of part) {
          const data: unknown = JSON.parse(answer ?? 'null')
          const cleaned = JSON.stringify(cleaner.clean({ viewerId: null, platform: null, data }))
          await tx.run(setAnswer, { channel, operation: of, key: id, answer: cleaned })
        }
      })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    await letOthersRun()
    operation = last.operation
    key = last.key
  }
}

/** Who ran each command last. */
export async function cleanRuns(db: Database, channel: number, userIds: readonly string[]): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    after = await db.write(async (tx) => {
      const rows = await tx.all(listRuns, { channel, after: from, limit: rowsAtOnce })
      for (const { id, runs } of rows) {
        const kept = withoutUsers(runs, userIds)
        if (kept !== runs) await tx.run(setRuns, { channel, id, runs: kept })
      }
      return rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id
    })
    await letOthersRun()
  }
}

/** Texts and lists of the channel: a quote may mention the person, and a queue has the name. */
export async function cleanValues(db: Database, channel: number, cleaner: Cleaner): Promise<void> {
  for (const { key } of await db.all(listValueNames, { channel })) {
    const stored = await db.get(findValue, { channel, key })
    if (stored === undefined || !cleaner.mayContain(stored.value)) continue
    await letOthersRun()
    await db.write(async (tx) => {
      const json = (await tx.get(findValue, { channel, key }))?.value
      if (json === undefined) return
      const cleaned = withoutPerson(json, cleaner)
      await tx.run(setValue, { channel, key, value: cleaned, size: cleaned.length })
    })
  }
}

/** Deleted commands, which know who ran them last, and deleted values. */
export async function cleanTrash(
  db: Database,
  channel: number,
  cleaner: Cleaner,
  userIds: readonly string[],
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db.all(listChanges, { channel, after, limit: rowsAtOnce })
    for (const { id, content } of rows) {
      if (!cleaner.mayContain(content)) continue
      await letOthersRun()
      await db.write(async (tx) => {
        const stored = (await tx.get(findChange, { channel, id }))?.content
        if (stored === undefined) return
        const kept = JSON.parse(stored) as KeptRows
        for (const row of kept.commands ?? []) row.last_user_runs = withoutUsers(row.last_user_runs, userIds)
        for (const row of kept.named_values ?? []) {
          row.value = withoutPerson(row.value, cleaner)
          row.size = row.value.length
        }
        await tx.run(setChange, { channel, id, content: JSON.stringify(kept) })
      })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    await letOthersRun()
    after = last.id
  }
}

interface KeptRows {
  readonly commands?: { last_user_runs: string }[]
  readonly named_values?: { value: string; size: number }[]
}

function withoutUsers(runs: string, userIds: readonly string[]): string {
  const kept = Object.entries(JSON.parse(runs) as Record<string, number>).filter(([id]) => !userIds.includes(id))
  return JSON.stringify(Object.fromEntries(kept))
}

function withoutPerson(json: string, cleaner: Cleaner): string {
  const data = { value: JSON.parse(json) as unknown }
  const { value } = cleaner.clean({ viewerId: null, platform: null, data }) as typeof data
  return JSON.stringify(value)
}

/**
 * What the bot wrote on the sandbox. Part of the last transaction, which cannot be divided: only what may contain the
 * person is parsed.
 */
export async function cleanShortLists(tx: Writer, channel: number, cleaner: Cleaner): Promise<void> {
  for (const { platform, line, text } of await tx.all(listLines, { channel })) {
    if (!cleaner.mayContain(text)) continue
    const cleaned = cleaner.cleanLine(text)
    if (cleaned !== text) await tx.run(setLine, { channel, platform, line, text: cleaned })
  }
}
