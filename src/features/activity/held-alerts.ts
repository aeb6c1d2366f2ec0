import type { Clock, Ids } from '../../ambient.ts'
import type { Platform } from '../../contract/platforms.ts'
import { type Reader, sql, type Writer } from '../../storage/database.ts'
import type { Occasion } from './occasion.ts'

/** Of a flood, only the newest alerts are kept. */
const maxHeld = 50

type Place = { channel: number; platform: string }

const findShield = sql<Place, { since: number }>(
  'SELECT since FROM shields WHERE channel_id = :channel AND platform = :platform',
)
const insertHeld = sql<Place & { id: string; occasion: string; now: number }>(
  'INSERT INTO held_alerts (channel_id, platform, id, occasion, at) VALUES (:channel, :platform, :id, :occasion, :now)',
)
const dropOldest = sql<Place & { kept: number }>(
  `DELETE FROM held_alerts WHERE channel_id = :channel AND platform = :platform AND id IN (
     SELECT id FROM held_alerts WHERE channel_id = :channel AND platform = :platform
     ORDER BY at DESC, id DESC LIMIT 1000 OFFSET :kept)`,
)
const listHeld = sql<Place & { limit: number }, { occasion: string; at: number }>(
  `SELECT occasion, at FROM held_alerts WHERE channel_id = :channel AND platform = :platform
   ORDER BY at, id LIMIT :limit`,
)
const dropAll = sql<Place>('DELETE FROM held_alerts WHERE channel_id = :channel AND platform = :platform')
const findSentOff = sql<Place & { userId: string; since: number }, { seq: number }>(
  `SELECT seq FROM moderation_log WHERE channel_id = :channel AND type IN ('ban', 'timeout') AND at >= :since
     AND seq IN (SELECT seq FROM moderation_log
       WHERE channel_id = :channel AND platform = :platform AND user_id = :userId) LIMIT 1`,
)

export type HeldAlerts = ReturnType<typeof createHeldAlerts>

/** Holds alerts while shield mode is on and releases them afterwards, except those of viewers banned in between. */
export function createHeldAlerts({ clock, ids }: { clock: Clock; ids: Ids }) {
  return {
    async isShieldUp(reader: Reader, channel: number, platform: Platform): Promise<boolean> {
      return (await reader.get(findShield, { channel, platform })) !== undefined
    },

    async hold(tx: Writer, channel: number, occasion: Occasion & { readonly platform: Platform }): Promise<void> {
      const place = { channel, platform: occasion.platform }
      const id = ids.next('held')
      await tx.run(insertHeld, { ...place, id, occasion: JSON.stringify(occasion), now: clock.now() })
      await tx.run(dropOldest, { ...place, kept: maxHeld })
    },

    /** In order of time, each only once. */
    async release(tx: Writer, channel: number, platform: Platform): Promise<Occasion[]> {
      const place = { channel, platform }
      const rows = await tx.all(listHeld, { ...place, limit: maxHeld })
      await tx.run(dropAll, place)
      const released: Occasion[] = []
      for (const { occasion, at } of rows) {
        const held = JSON.parse(occasion) as Occasion
        const sentOff = await tx.get(findSentOff, { ...place, userId: held.user.id, since: at })
        if (sentOff === undefined) released.push(held)
      }
      return released
    },
  }
}
