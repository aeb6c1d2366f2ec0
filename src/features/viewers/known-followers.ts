import type { Clock } from '../../ambient.ts'
import type { Platform } from '../../contract/platforms.ts'
import { type Database, sql } from '../../storage/database.ts'

/** Follows come one at a time, and the figure is asked for often. */
const freshForMs = 30_000
const maxRemembered = 1_000

const countFollowers = sql<{ channel: number; platform: string }, { total: number }>(
  `SELECT count(*) AS total FROM viewers
   WHERE channel_id = :channel AND platform = :platform AND followed_at IS NOT NULL AND followed_at > 0`,
)

/** How many are known to follow: all there is where a platform does not count them for us. */
export function createKnownFollowers({ db, clock }: { db: Database; clock: Clock }) {
  const known = new Map<string, { at: number; total: Promise<number> }>()

  return (channelId: number, platform: Platform): Promise<number> => {
    const key = `${channelId} ${platform}`
    const fresh = known.get(key)
    if (fresh !== undefined && clock.steady() - fresh.at < freshForMs) return fresh.total
    const total = db.get(countFollowers, { channel: channelId, platform }).then((row) => row?.total ?? 0)
    if (known.size >= maxRemembered) known.clear()
    known.set(key, { at: clock.steady(), total })
    return total
  }
}
