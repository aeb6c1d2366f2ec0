import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Key } from './keys.ts'

const hourMs = 60 * 60 * 1000
const flushAfterMs = 10_000
const keptHours = 90 * 24
const prunedTogether = 50

interface Count {
  calls: number
  failed: number
}

export interface UsageRow {
  readonly keyId: string
  readonly operation: string
  /** The start of the hour, in milliseconds since 1970. */
  readonly at: number
  readonly calls: number
  readonly failed: number
}

interface KeyRow {
  readonly channel_id: number
  readonly id: string
}

const grow = sql<{
  channel: number
  key: string
  hour: number
  operation: string
  calls: number
  failed: number
}>(
  `INSERT INTO api_key_usage (channel_id, key_id, hour, operation, calls, failed)
   VALUES (:channel, :key, :hour, :operation, :calls, :failed)
   ON CONFLICT (channel_id, key_id, hour, operation) DO UPDATE SET
     calls = api_key_usage.calls + excluded.calls, failed = api_key_usage.failed + excluded.failed`,
)
const listUsage = sql<
  { channel: number; key: string; from: number },
  { hour: number; operation: string; calls: number; failed: number }
>(
  `SELECT hour, operation, calls, failed FROM api_key_usage
   WHERE channel_id = :channel AND key_id = :key AND hour >= :from ORDER BY hour, operation LIMIT 20000`,
)
const listKeysUsed = sql<Record<never, never>, KeyRow>('SELECT channel_id, id FROM api_keys LIMIT 100000')
const findOld = sql<{ channel: number; key: string; before: number }, { hour: number }>(
  'SELECT hour FROM api_key_usage WHERE channel_id = :channel AND key_id = :key AND hour < :before LIMIT 1',
)
const dropOld = sql<{ channel: number; key: string; before: number }>(
  'DELETE FROM api_key_usage WHERE channel_id = :channel AND key_id = :key AND hour < :before',
)

export type Usage = ReturnType<typeof createUsage>

/** Counts calls by key and operation. Counted in memory and written periodically, so that a call writes no row. */
export function createUsage({ db, clock }: { db: Database; clock: Clock }) {
  let counts = new Map<Key, Map<string, Count>>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    const hour = Math.floor(clock.now() / hourMs)
    await db.write(async (tx) => {
      for (const [key, operations] of written) {
        for (const [operation, count] of operations) {
          await tx.run(grow, { channel: key.ownerId, key: key.id, hour, operation, ...count })
        }
      }
    })
  }

  /** Nearly every key has none. Reading needs no lock of its channel and no commit, and reads share a round trip. */
  async function keysWithOldRows(keys: readonly KeyRow[], before: number): Promise<KeyRow[]> {
    const found = await Promise.all(
      keys.map(({ channel_id: channel, id: key }) => db.get(findOld, { channel, key, before })),
    )
    return keys.filter((_, index) => found[index] !== undefined)
  }

  return {
    count(key: Key, operation: string, succeeded: boolean): void {
      let operations = counts.get(key)
      if (operations === undefined) {
        operations = new Map()
        counts.set(key, operations)
      }
      let count = operations.get(operation)
      if (count === undefined) {
        count = { calls: 0, failed: 0 }
        operations.set(operation, count)
      }
      count.calls++
      if (!succeeded) count.failed++
      // A failed write loses some counts.
      timer ??= setTimeout(() => void flush().catch(() => {}), flushAfterMs).unref()
    },

    flush,

    /** The usage of a key in the last hours. */
    async of(channel: Channel, keyId: string, hours: number): Promise<UsageRow[]> {
      await flush()
      const from = Math.floor(clock.now() / hourMs) - hours + 1
      const rows = await db.all(listUsage, { channel: channel.id, key: keyId, from })
      return rows.map(({ hour, ...row }) => ({ keyId, at: hour * hourMs, ...row }))
    },

    async prune(): Promise<number> {
      const before = Math.floor(clock.now() / hourMs) - keptHours
      const all = await db.all(listKeysUsed, {})
      let pruned = 0
      for (let from = 0; from < all.length; from += prunedTogether) {
        const old = await keysWithOldRows(all.slice(from, from + prunedTogether), before)
        for (const [channel, some] of Map.groupBy(old, ({ channel_id }) => channel_id)) {
          pruned += await db.write(async (tx) => {
            let dropped = 0
            for (const { id: key } of some) dropped += await tx.run(dropOld, { channel, key, before })
            return dropped
          })
        }
        await letOthersRun()
      }
      return pruned
    },
  }
}
