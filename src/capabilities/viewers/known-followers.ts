import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

/** The count is cached: it is read often and changes rarely. */
const freshForMs = 30_000
const maxRemembered = 1_000

const countFollowers = sql<{ channel: number; platform: string }, { total: number }>(
  `SELECT count(*) AS total FROM viewers
   WHERE channel_id = :channel AND platform = :platform AND followed_at IS NOT NULL AND followed_at > 0`,
)

/** The number of stored followers, for platforms that do not report a follower count. */
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
