import type { Clock } from '../../kernel/ambient.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { KnownEvent } from '../../registry/events.ts'
import type { Events } from '../events/events.ts'

/** Of a flood, only the newest events are kept. */
const maxHeld = 50

type Place = { channel: number; platform: string }

const findShield = sql<Place, { since: number }>(
  'SELECT since FROM shields WHERE channel_id = :channel AND platform = :platform',
)
const insertHeld = sql<Place & { seq: number; now: number }>(
  `INSERT INTO held_events (channel_id, platform, seq, at) VALUES (:channel, :platform, :seq, :now)
   ON CONFLICT (channel_id, platform, seq) DO NOTHING`,
)
const dropOldest = sql<Place & { kept: number }>(
  `DELETE FROM held_events WHERE channel_id = :channel AND platform = :platform AND seq IN (
     SELECT seq FROM held_events WHERE channel_id = :channel AND platform = :platform
     ORDER BY seq DESC LIMIT 1000 OFFSET :kept)`,
)
const listHeld = sql<Place & { limit: number }, { seq: number; at: number }>(
  `SELECT seq, at FROM held_events WHERE channel_id = :channel AND platform = :platform ORDER BY seq LIMIT :limit`,
)
const dropAll = sql<Place>('DELETE FROM held_events WHERE channel_id = :channel AND platform = :platform')
const findSentOff = sql<Place & { userId: string; since: number }, { seq: number }>(
  `SELECT seq FROM moderation_log WHERE channel_id = :channel AND type IN ('ban', 'timeout') AND at >= :since
     AND seq IN (SELECT seq FROM moderation_log
       WHERE channel_id = :channel AND platform = :platform AND user_id = :userId) LIMIT 1`,
)

export type HeldEvents = ReturnType<typeof createHeldEvents>

/**
 * The events that automations wait with while shield mode is on. Afterwards they start what they would have started,
 * except those of viewers who were banned in between.
 */
export function createHeldEvents({ db, clock, events }: { db: Database; clock: Clock; events: Events }) {
  async function isShieldUp(reader: Reader, place: Place): Promise<boolean> {
    return (await reader.get(findShield, place)) !== undefined
  }

  /** Banned, or erased: then the event names nobody any more. */
  async function isGone(tx: Writer, place: Place, { data }: KnownEvent, since: number): Promise<boolean> {
    if (!('user_id' in data)) return false
    const userId = String(data.user_id)
    return userId === '' || (await tx.get(findSentOff, { ...place, userId, since })) !== undefined
  }

  return {
    /** Whether the event is held: shield mode is on where it happened. */
    async holdIfShielded(
      channel: number,
      platform: Platform,
      seq: number,
      onHeld: (tx: Writer) => Promise<void>,
    ): Promise<boolean> {
      const place = { channel, platform }
      if (!(await isShieldUp(db, place))) return false
      return db.write(async (tx) => {
        if (!(await isShieldUp(tx, place))) return false
        await tx.run(insertHeld, { ...place, seq, now: clock.now() })
        await tx.run(dropOldest, { ...place, kept: maxHeld })
        await onHeld(tx)
        return true
      })
    },

    /** In the order in which they happened, each only once. */
    async release(tx: Writer, channel: number, platform: Platform): Promise<KnownEvent[]> {
      const place = { channel, platform }
      const rows = await tx.all(listHeld, { ...place, limit: maxHeld })
      await tx.run(dropAll, place)
      const heldAt = new Map(rows.map(({ seq, at }) => [seq, at]))
      const released: KnownEvent[] = []
      for (const event of await events.numbered(tx, channel, [...heldAt.keys()])) {
        if (event.kind === 'unknown') continue
        if (!(await isGone(tx, place, event, heldAt.get(event.seq) ?? 0))) released.push(event)
      }
      return released
    },
  }
}
