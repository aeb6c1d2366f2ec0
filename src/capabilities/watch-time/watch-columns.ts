import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { localDay } from '../../kernel/text/local-day.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { dayNumber, monthOf } from '../viewers/days.ts'
import { partOf } from './columns.ts'
import type { ListedColumn } from './span-answer.ts'
import type { WatchTimeQuery } from './span-thread.ts'

/** The last time zone in which a day ends. */
const lastZoneMs = 12 * 60 * 60 * 1000
/** The limit for one run: a few hundred milliseconds of work for the reader thread. */
const packedAtOnce = 30

type Place = { channel: number; platform: string }

const touchBoth = sql<Place & { day: number; month: number; part: number }>(
  `INSERT INTO watch_columns (channel_id, platform, kind, period, part, version, is_packed, packed)
   VALUES (:channel, :platform, 'day', :day, :part, 1, 0, ''), (:channel, :platform, 'month', :month, :part, 1, 0, '')
   ON CONFLICT (channel_id, platform, kind, period, part)
     DO UPDATE SET version = watch_columns.version + 1, is_packed = 0, packed = ''`,
)
const listUnpacked = sql<{ kind: string; before: number; limit: number }, Place & ListedColumn>(
  `SELECT channel_id AS channel, platform, kind, period, part, version, is_packed FROM watch_columns
   WHERE is_packed = 0 AND kind = :kind AND period < :before ORDER BY period DESC LIMIT :limit`,
)
const keepPacked = sql<Place & { kind: string; period: number; part: number; version: number; packed: string }>(
  `UPDATE watch_columns SET packed = :packed, is_packed = 1
   WHERE channel_id = :channel AND platform = :platform AND kind = :kind AND period = :period AND part = :part
     AND version = :version`,
)

export const spanThread = new URL('./span-thread.ts', import.meta.url)

/**
 * Column storage: the minutes of a day or month are packed when it is over, so that a leaderboard is added up without
 * the rows of all viewers. A change of minutes invalidates its columns in the same transaction.
 */
export function createWatchColumns({ db, clock }: { db: Database; clock: Clock }) {
  /** Many viewers get the same minute in one transaction; their column is invalidated once. */
  const touched = new WeakMap<Writer, Set<string>>()

  async function packOne({ channel, platform, version, ...column }: Place & ListedColumn): Promise<number> {
    // Optimistic concurrency: the version is read before the rows. If it has changed at the end, the result is dropped.
    const packed = await db.readerThread?.<WatchTimeQuery, string>(spanThread, { channel, platform, column })
    if (packed === undefined) return 0
    const { kind, period, part } = column
    return db.write((tx) => tx.run(keepPacked, { channel, platform, kind, period, part, version, packed }))
  }

  return {
    async touch(tx: Writer, channel: number, platform: Platform, day: number, viewerId: number): Promise<void> {
      const part = partOf(viewerId)
      const done = touched.get(tx) ?? new Set()
      touched.set(tx, done)
      const key = `${channel} ${platform} ${day} ${part}`
      if (done.has(key)) return
      done.add(key)
      await tx.run(touchBoth, { channel, platform, day, month: monthOf(day), part })
    },

    /** Packs some finished days and months, newest first. Returns how many were packed (on PostgreSQL none). */
    async pack(limit = packedAtOnce): Promise<number> {
      if (db.readerThread === undefined) return 0
      const before = dayNumber(localDay('UTC', clock.now() - lastZoneMs))
      const days = await db.all(listUnpacked, { kind: 'day', before, limit })
      const months = await db.all(listUnpacked, { kind: 'month', before: monthOf(before), limit })
      let count = 0
      for (const column of [...months, ...days].slice(0, limit)) count += await packOne(column)
      return count
    },
  }
}
