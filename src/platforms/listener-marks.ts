import { type Database, type Reader, sql, type Writer } from '../kernel/storage/database.ts'
import type { Platform } from './contract/platforms.ts'

type MarkKey = { channel: number; platform: string; name: string }

const findMark = sql<MarkKey, { value: string }>(
  'SELECT value FROM listener_marks WHERE channel_id = :channel AND platform = :platform AND name = :name',
)
const setMark = sql<MarkKey & { value: string }>(
  `INSERT INTO listener_marks (channel_id, platform, name, value) VALUES (:channel, :platform, :name, :value)
   ON CONFLICT (channel_id, platform, name) DO UPDATE SET value = excluded.value`,
)

interface Place {
  readonly channelId: number
  readonly platform: Platform
}

/** How far the listener of a platform has come, kept over restarts and shared by all nodes. */
export async function findListenerMark(reader: Reader, place: Place, name: string): Promise<string | undefined> {
  return (await reader.get(findMark, { channel: place.channelId, platform: place.platform, name }))?.value
}

export async function setListenerMark(tx: Writer, place: Place, name: string, value: string): Promise<void> {
  await tx.run(setMark, { channel: place.channelId, platform: place.platform, name, value })
}

export async function keepListenerMark(db: Database, place: Place, name: string, value: string): Promise<void> {
  await db.write((tx) => setListenerMark(tx, place, name, value))
}
