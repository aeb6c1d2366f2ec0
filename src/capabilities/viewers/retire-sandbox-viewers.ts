import { nameKey } from '../../kernel/schema/text.ts'
import { sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { findSandboxUser } from '../../platforms/sandbox/users.ts'
import { auditList } from '../events/event-rows.ts'
import type { createRanking } from './ranking.ts'
import { type ViewerRow, viewerColumns } from './viewer-rows.ts'

/** The prefix of the id and name of a retired sandbox viewer. */
export const retiredPrefix = 'sandbox:'
const rowsAtOnce = 500

const listAfter = sql<{ channel: number; platform: string; after: number; limit: number }, ViewerRow>(
  `SELECT ${viewerColumns} FROM viewers
   WHERE channel_id = :channel AND platform = :platform AND id > :after ORDER BY id LIMIT :limit`,
)
const retireOne = sql<{ channel: number; id: number; userId: string; key: string }>(
  `UPDATE viewers SET platform_user_id = :userId, name_key = :key, person = NULL, is_bot = 1, roles = '',
     followed_at = NULL
   WHERE channel_id = :channel AND id = :id`,
)
const forgetNames = sql<{ channel: number; platform: string; id: number }>(
  'DELETE FROM former_names WHERE channel_id = :channel AND platform = :platform AND viewer_id = :id',
)

// Donations do not come from the platform: only those of the demo content are removed. The audit list stays.
const unlistEvents = sql<{ channel: number; platform: string }>(
  `UPDATE events SET list = NULL
   WHERE channel_id = :channel AND platform = :platform AND list <> '${auditList}'
     AND (list <> 'donors' OR actor = 'first-start')
     AND seq IN (SELECT seq FROM events WHERE channel_id = :channel AND list IS NOT NULL)`,
)

type Ranking = ReturnType<typeof createRanking>

/**
 * Sandbox viewers do not exist on the real platform, where other people may have their names and ids. When a real
 * account replaces the sandbox account, they are retired: no longer found by id or name, on no leaderboard, not
 * counted as followers and not in the recent activity. The event log and the ledger keep their entries.
 */
export function createSandboxViewerRetirement({ rankings }: { rankings: { points: Ranking; watch: Ranking } }) {
  async function retire(tx: Writer, channel: number, row: ViewerRow): Promise<void> {
    const { id, platform, username } = row
    if (row.is_bot === 0) {
      const place = { channelId: channel, platform, viewerId: id }
      await rankings.points.leave(tx, place, row.points)
      await rankings.watch.leave(tx, place, row.watch_minutes)
    }
    const key = `${retiredPrefix}${nameKey(username)}`
    await tx.run(retireOne, { channel, id, userId: `${retiredPrefix}${id}`, key })
    await tx.run(forgetNames, { channel, platform, id })
  }

  /** Returns how many were retired. */
  return async (tx: Writer, channelId: number, platform: Platform): Promise<number> => {
    let count = 0
    await tx.run(unlistEvents, { channel: channelId, platform })
    for (let after = 0; ; ) {
      const rows = await tx.all(listAfter, { channel: channelId, platform, after, limit: rowsAtOnce })
      for (const row of rows) {
        if (!isSandboxViewer(row, channelId)) continue
        await retire(tx, channelId, row)
        count++
      }
      after = rows.at(-1)?.id ?? after
      if (rows.length < rowsAtOnce) return count
    }
  }
}

function isSandboxViewer(
  { platform, platform_user_id: userId, username, person }: ViewerRow,
  channelId: number,
): boolean {
  if (userId === `${platform}-${channelId}` || person?.startsWith(retiredPrefix)) return true
  const user = findSandboxUser(platform, { id: userId })
  return user !== undefined && nameKey(user.username) === nameKey(username)
}
