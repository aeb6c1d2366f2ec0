import { type ChatRole, chatRoles, isChatRole } from '../../definitions/roles.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { type EntryWeights, roundLimits } from './contract/rounds.ts'
import type { WeightedEntry } from './draw.ts'
import type { Round } from './round.ts'

/** Few enough for one transaction, so that a large giveaway holds up nobody. */
const atOnce = 500

type Span = { channel: number; round: number; after: number; to: number }

interface UnweighedRow {
  readonly viewer: number
  readonly tickets: number
  readonly platform: Platform
  readonly roles: string
  readonly followedAt: number | null
  readonly points: number
  readonly watchMinutes: number
  readonly isBot: number
  readonly subscribes: number
}

const listUnweighed = sql<Span & { now: number }, UnweighedRow>(
  `SELECT e.viewer_id AS viewer, e.tickets, v.platform, v.roles, v.followed_at AS "followedAt", v.points,
     v.watch_minutes AS "watchMinutes", v.is_bot AS "isBot",
     CASE WHEN EXISTS (SELECT 1 FROM subscribers s WHERE s.channel_id = :channel AND s.platform = v.platform
       AND s.platform_user_id = v.platform_user_id AND s.expires_at > :now) THEN 1 ELSE 0 END AS subscribes
   FROM round_entries e JOIN viewers v ON v.channel_id = :channel AND v.id = e.viewer_id
   WHERE e.channel_id = :channel AND e.round_id = :round AND e.number > :after AND e.number <= :to
     AND e.weight IS NULL ORDER BY e.number`,
)
const setWeight = sql<{ channel: number; round: number; viewer: number; weight: number }>(
  `UPDATE round_entries SET weight = :weight
   WHERE channel_id = :channel AND round_id = :round AND viewer_id = :viewer AND weight IS NULL`,
)
const listWeighed = sql<Span, { number: number; viewer: number; weight: number }>(
  `SELECT number, viewer_id AS viewer, weight FROM round_entries
   WHERE channel_id = :channel AND round_id = :round AND number > :after AND number <= :to ORDER BY number`,
)
const listRecentWinners = sql<{ channel: number; before: number; limit: number }, { viewer: number }>(
  `SELECT viewer_id AS viewer FROM round_winners WHERE channel_id = :channel AND round_id IN (
     SELECT id FROM rounds WHERE channel_id = :channel AND status = 'drawn' AND kind = 'giveaway' AND id < :before
     ORDER BY id DESC LIMIT :limit)`,
)

export interface DrawableEntry extends WeightedEntry {
  readonly viewer: number
}

/**
 * Every entry of a closed round with its weight, in the order of entering. A weight is stored once, with the first
 * draw: later draws, and draws at the same moment, use the same weights.
 */
export async function weighEntries(
  db: Database,
  channel: number,
  { id: round, entry, entries }: Round,
  now: number,
): Promise<DrawableEntry[]> {
  const { weights, exclude_recent_winners: rounds } = entry
  const excluded = rounds === 0 ? [] : await db.all(listRecentWinners, { channel, before: round, limit: rounds })
  const cannotWin = new Set(excluded.map(({ viewer }) => viewer))
  const weighed: DrawableEntry[] = []
  for (let after = 0; after < entries; after += atOnce) {
    const span = { channel, round, after, to: after + atOnce }
    await db.write(async (tx) => {
      for (const row of await tx.all(listUnweighed, { ...span, now })) {
        const weight = row.isBot === 1 || cannotWin.has(row.viewer) ? 0 : weightOf(row, weights)
        await tx.run(setWeight, { channel, round, viewer: row.viewer, weight })
      }
    })
    weighed.push(...(await db.all(listWeighed, span)))
  }
  return weighed
}

function weightOf(row: UnweighedRow, weights: EntryWeights | undefined): number {
  if (weights === undefined) return row.tickets
  const factor = factorOf(rolesOf(row), weights)
  if (factor === 0) return 0
  const { per_watch_hour: perHour, per_1000_points: perPoints } = weights
  const extra = Math.floor(row.watchMinutes / 60) * perHour + Math.floor(row.points / 1000) * perPoints
  return Math.min(row.tickets * factor + extra, roundLimits.weight)
}

/** The highest factor of the viewer's roles; 1 where none of them has one. */
function factorOf(roles: ReadonlySet<ChatRole>, weights: EntryWeights): number {
  const factors = chatRoles.filter((role) => roles.has(role)).flatMap((role) => weights[role] ?? [])
  return factors.length === 0 ? 1 : Math.max(...factors)
}

function rolesOf({ roles, followedAt, subscribes }: UnweighedRow): ReadonlySet<ChatRole> {
  const found = new Set(roles.split(',').filter(isChatRole))
  if (followedAt !== null) found.add('follower')
  if (subscribes === 1) found.add('subscriber')
  return found
}
