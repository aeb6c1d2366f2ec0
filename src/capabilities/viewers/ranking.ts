import { type Reader, type Statement, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { totalMessages } from './viewer-rows.ts'

/** A larger block is split. A page is found by adding up block counts and scanning at most one block. */
const defaultMaxBlock = 4096
const highest = Number.MAX_SAFE_INTEGER

export type Board = 'points' | 'watch'

interface Place {
  readonly channelId: number
  readonly platform: Platform
  readonly viewerId: number
}

type BoardKey = { channel: number; board: string; platform: string }
type BlockKey = BoardKey & { score: number; seniority: number }

const findBlock = sql<BlockKey, { score: number; seniority: number; viewers: number }>(
  `SELECT first_score AS score, first_seniority AS seniority, viewers FROM ranking_blocks
   WHERE channel_id = :channel AND board = :board AND platform = :platform
     AND (first_score, first_seniority) >= (:score, :seniority)
   ORDER BY first_score, first_seniority LIMIT 1`,
)
const insertBlock = sql<BlockKey & { viewers: number }>(
  `INSERT INTO ranking_blocks (channel_id, board, platform, first_score, first_seniority, viewers)
   VALUES (:channel, :board, :platform, :score, :seniority, :viewers)`,
)
const growBlock = sql<BlockKey & { by: number }>(
  `UPDATE ranking_blocks SET viewers = viewers + :by
   WHERE channel_id = :channel AND board = :board AND platform = :platform
     AND first_score = :score AND first_seniority = :seniority`,
)
const deleteBlock = sql<BlockKey>(
  `DELETE FROM ranking_blocks WHERE channel_id = :channel AND board = :board AND platform = :platform
     AND first_score = :score AND first_seniority = :seniority`,
)
const countAll = sql<BoardKey, { total: number }>(
  `SELECT coalesce(sum(viewers), 0) AS total FROM ranking_blocks
   WHERE channel_id = :channel AND board = :board AND platform = :platform`,
)
const findStart = sql<BoardKey & { offset: number }, { score: number; seniority: number; before: number }>(
  `SELECT score, seniority, before FROM (
     SELECT first_score AS score, first_seniority AS seniority,
       sum(viewers) OVER (ORDER BY first_score DESC, first_seniority DESC) - viewers AS before
     FROM ranking_blocks WHERE channel_id = :channel AND board = :board AND platform = :platform
   ) AS blocks WHERE before <= :offset ORDER BY before DESC, score, seniority LIMIT 1`,
)

const countBefore = sql<BlockKey, { before: number }>(
  `SELECT coalesce(sum(viewers), 0) AS before FROM ranking_blocks
   WHERE channel_id = :channel AND board = :board AND platform = :platform
     AND (first_score, first_seniority) > (:score, :seniority)`,
)

type PageParams = { channel: number; platform: string; score: number; seniority: number; skip: number; limit: number }
export interface RankedRow {
  readonly id: number
  readonly platform_user_id: string
  readonly username: string
  readonly displayname: string
  readonly points: number
  readonly watch_minutes: number
  readonly message_count: number
}

/** Every viewer is on the points leaderboard; only viewers with watch time are on the watch-time leaderboard. */
const boards = { points: { column: 'points', floor: 0 }, watch: { column: 'watch_minutes', floor: 1 } } as const

/**
 * Leaderboards as an order-statistic structure (sorted blocks with counts), so that a page does not cost more with
 * more viewers. The order is by score, then by id; a block holds a few thousand viewers and stores their count, so a
 * page at offset 900,000 is found by adding up a few hundred counts.
 */
export function createRanking(board: Board, maxBlock = defaultMaxBlock) {
  const { column, floor } = boards[board]
  const pageOf = pageStatement(column, floor)
  const splitOf = splitStatement(column)
  const countInBlock = countStatement(column)

  function keyOf(place: Pick<Place, 'channelId' | 'platform'>): BoardKey {
    return { channel: place.channelId, board, platform: place.platform }
  }

  async function blockAt(tx: Writer, place: Place, score: number): Promise<BlockKey & { viewers: number }> {
    const key = keyOf(place)
    const found = await tx.get(findBlock, { ...key, score, seniority: -place.viewerId })
    if (found !== undefined) return { ...key, ...found }
    // The first block starts above every score, so that every score belongs to a block.
    const first = { ...key, score: highest, seniority: 0, viewers: 0 }
    await tx.run(insertBlock, first)
    return first
  }

  async function change(tx: Writer, block: BlockKey & { viewers: number }, by: 1 | -1): Promise<void> {
    const { viewers, ...key } = block
    if (viewers + by === 0 && block.score !== highest) await tx.run(deleteBlock, key)
    else await tx.run(growBlock, { ...key, by })
    if (viewers + by > maxBlock) await split(tx, key)
  }

  async function split(tx: Writer, key: BlockKey): Promise<void> {
    const { channel, platform, score, seniority } = key
    const half = maxBlock / 2
    const middle = await tx.get(splitOf, { channel, platform, score, seniority, skip: half })
    if (middle === undefined) return
    await tx.run(growBlock, { ...key, by: half - maxBlock - 1 })
    await tx.run(insertBlock, { ...key, ...middle, viewers: maxBlock + 1 - half })
  }

  async function enter(tx: Writer, place: Place, score: number): Promise<void> {
    if (score >= floor) await change(tx, await blockAt(tx, place, score), 1)
  }

  async function leave(tx: Writer, place: Place, score: number): Promise<void> {
    if (score >= floor) await change(tx, await blockAt(tx, place, score), -1)
  }

  return {
    enter,
    leave,

    /** Call this after the viewer's row has the new score. */
    async move(tx: Writer, place: Place, from: number, to: number): Promise<void> {
      if (from === to) return
      if (from < floor) return enter(tx, place, to)
      if (to < floor) return leave(tx, place, from)
      // If the same block starts at or above both scores, it contains both.
      const lower = await blockAt(tx, place, Math.min(from, to))
      const above = Math.max(from, to)
      if (lower.score > above || (lower.score === above && lower.seniority >= -place.viewerId)) return
      const upper = await blockAt(tx, place, above)
      const [old, next] = from < to ? [lower, upper] : [upper, lower]
      await change(tx, old, -1)
      await change(tx, next, 1)
    },

    /** 1 is the best. Adds up whole blocks and scans only the viewer's own. */
    async rank(reader: Reader, place: Place, score: number): Promise<number | undefined> {
      if (score < floor) return undefined
      const key = keyOf(place)
      const seniority = -place.viewerId
      const block = await reader.get(findBlock, { ...key, score, seniority })
      if (block === undefined) return undefined
      const first = { score: block.score, seniority: block.seniority }
      const before = (await reader.get(countBefore, { ...key, ...first }))?.before ?? 0
      const { channel, platform } = key
      const range = { channel, platform, ...first, ownScore: score, ownSeniority: seniority }
      return before + ((await reader.get(countInBlock, range))?.total ?? 0) + 1
    },

    async total(reader: Reader, channelId: number, platform: Platform): Promise<number> {
      return (await reader.get(countAll, { channel: channelId, board, platform }))?.total ?? 0
    },

    async page(
      reader: Reader,
      channelId: number,
      platform: Platform,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<RankedRow[]> {
      const start =
        offset === 0 ? undefined : await reader.get(findStart, { channel: channelId, board, platform, offset })
      const { score, seniority, before } = start ?? { score: highest, seniority: 0, before: 0 }
      const skip = offset - before
      // The offset is past the end.
      if (skip > maxBlock) return []
      return reader.all(pageOf, { channel: channelId, platform, score, seniority, skip, limit })
    },
  }
}

/** Skips rows in the index only, then fetches the rows of the page. */
function pageStatement(column: string, floor: number): Statement<PageParams, RankedRow> {
  return sql(
    `SELECT v.id, v.platform_user_id, v.username, v.displayname, v.points, v.watch_minutes,
       ${totalMessages('v')} AS message_count
     FROM (
       SELECT id, ${column} AS score, seniority FROM viewers
       WHERE channel_id = :channel AND platform = :platform AND is_bot = 0
         AND (${column}, seniority) <= (:score, :seniority) AND ${column} >= ${floor}
       ORDER BY ${column} DESC, seniority DESC LIMIT :limit OFFSET :skip
     ) AS page JOIN viewers v ON v.channel_id = :channel AND v.id = page.id
     ORDER BY page.score DESC, page.seniority DESC`,
  )
}

function splitStatement(column: string): Statement<Omit<PageParams, 'limit'>, { score: number; seniority: number }> {
  return sql(
    `SELECT ${column} AS score, seniority FROM viewers
     WHERE channel_id = :channel AND platform = :platform AND is_bot = 0
       AND (${column}, seniority) <= (:score, :seniority)
     ORDER BY ${column} DESC, seniority DESC LIMIT 1 OFFSET :skip`,
  )
}

function countStatement(column: string): Statement<
  {
    channel: number
    platform: string
    score: number
    seniority: number
    ownScore: number
    ownSeniority: number
  },
  { total: number }
> {
  return sql(
    `SELECT count(*) AS total FROM viewers
     WHERE channel_id = :channel AND platform = :platform AND is_bot = 0
       AND (${column}, seniority) <= (:score, :seniority) AND (${column}, seniority) > (:ownScore, :ownSeniority)`,
  )
}
