import { sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

/** How presence is known: from the platform's viewer list, or from chat messages. */
export type PresenceSource = 'chatters' | 'messages'

export interface MinuteRow {
  readonly platform: Platform
  readonly minute: number
  readonly source: PresenceSource
  readonly viewers: string
  readonly total: number
  readonly credited: number
  readonly is_open: number
}

type Key = { channel: number; platform: string; minute: number }

const columns = 'platform, minute, source, viewers, total, credited, is_open'
const here = 'channel_id = :channel AND platform = :platform AND minute = :minute'
export const findMinute = sql<Key, MinuteRow>(`SELECT ${columns} FROM watch_minutes WHERE ${here}`)
export const insertMinute = sql<Key & { source: string; viewers: string; total: number; now: number }>(
  `INSERT INTO watch_minutes (channel_id, platform, minute, source, viewers, total, credited, is_open, at)
   VALUES (:channel, :platform, :minute, :source, :viewers, :total, 0, 1, :now)
   ON CONFLICT (channel_id, platform, minute) DO NOTHING`,
)
export const setCredited = sql<Key & { credited: number; isOpen: number }>(
  `UPDATE watch_minutes SET credited = :credited, is_open = :isOpen WHERE ${here}`,
)
export const listUnfinished = sql<{ channel: number }, { platform: Platform; minute: number }>(
  `SELECT platform, minute FROM watch_minutes WHERE channel_id = :channel AND is_open = 1
   ORDER BY platform, minute LIMIT 1000`,
)
export const listSpan = sql<{ channel: number; platform: string; from: number; to: number }, MinuteRow>(
  `SELECT ${columns} FROM watch_minutes
   WHERE channel_id = :channel AND platform = :platform AND minute >= :from AND minute < :to ORDER BY minute LIMIT 2000`,
)
export const forgetOld = sql<{ channel: number; platform: string; before: number }>(
  'DELETE FROM watch_minutes WHERE channel_id = :channel AND platform = :platform AND minute < :before',
)
