import { sql, type Writer } from '../../storage/database.ts'

/** What is kept for one API key. */
export interface RecordLimits {
  readonly records: number
  readonly bytes: number
  /** The largest answer that is stored; larger than that of any operation with an effect. */
  readonly answerBytes: number
}

export const recordLimits: RecordLimits = { records: 150_000, bytes: 32 * 1024 * 1024, answerBytes: 256 * 1024 }

/** Records are deleted this many at a time, so that no call waits for many deletions. */
const maxDeletedAtOnce = 500
/** The share that a deletion frees at least, so that not every call deletes. */
const freedShare = 0.01
const maxCounted = 10_000

interface Owner {
  readonly channelId: number
  readonly actor: string
}

interface Counted {
  records: number
  bytes: number
}

type OwnerKey = { channel: number; actor: string }

const countRecords = sql<OwnerKey, { records: number; bytes: number | null }>(
  'SELECT COUNT(*) AS records, SUM(bytes) AS bytes FROM idempotency WHERE channel_id = :channel AND actor = :actor',
)
const listOldest = sql<OwnerKey & { limit: number }, { created_at: number; bytes: number }>(
  `SELECT created_at, bytes FROM idempotency WHERE channel_id = :channel AND actor = :actor
   ORDER BY created_at LIMIT :limit`,
)
const deleteUntil = sql<OwnerKey & { until: number }>(
  'DELETE FROM idempotency WHERE channel_id = :channel AND actor = :actor AND created_at <= :until',
)

/**
 * How many records each API key has, counted in memory after one look at the database. Nodes do not see each other's
 * additions until they count again, which they do after every deletion.
 */
export function createRecordCounts(limits: RecordLimits) {
  const counts = new Map<string, Counted>()

  async function countOf(tx: Writer, owner: Owner): Promise<Counted> {
    const known = counts.get(nameOf(owner))
    if (known !== undefined) return known
    const row = await tx.get(countRecords, keyOf(owner))
    const counted = { records: Number(row?.records ?? 0), bytes: Number(row?.bytes ?? 0) }
    if (counts.size >= maxCounted) counts.clear()
    counts.set(nameOf(owner), counted)
    return counted
  }

  return {
    /** Deletes the oldest records of a key that has reached a limit. */
    async makeRoom(tx: Writer, owner: Owner): Promise<void> {
      const { records, bytes } = await countOf(tx, owner)
      if (records < limits.records && bytes < limits.bytes) return
      counts.delete(nameOf(owner))
      const target = { records: limits.records * (1 - freedShare), bytes: limits.bytes * (1 - freedShare) }
      const oldest = await tx.all(listOldest, { ...keyOf(owner), limit: maxDeletedAtOnce })
      let left = { records, bytes }
      let until: number | undefined
      for (const row of oldest) {
        if (left.records < target.records && left.bytes < target.bytes) break
        left = { records: left.records - 1, bytes: left.bytes - Number(row.bytes) }
        until = Number(row.created_at)
      }
      if (until !== undefined) await tx.run(deleteUntil, { ...keyOf(owner), until })
    },

    /** After the commit of a new record. */
    add(owner: Owner, bytes: number): void {
      const counted = counts.get(nameOf(owner))
      if (counted === undefined) return
      counted.records++
      counted.bytes += bytes
    },

    clear: () => counts.clear(),
  }
}

function nameOf({ channelId, actor }: Owner): string {
  return `${channelId} ${actor}`
}

function keyOf({ channelId, actor }: Owner): OwnerKey {
  return { channel: channelId, actor }
}
