import type { Channel } from '../../kernel/operation/channel.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { createRanking } from './ranking.ts'

interface Row {
  readonly id: number
}

const byStart = sql<{ channel: number; platform: string; from: string; to: string; limit: number }, Row>(
  `SELECT id FROM viewers WHERE channel_id = :channel AND platform = :platform AND name_key >= :from AND name_key < :to
   ORDER BY name_key, named_at, id LIMIT :limit`,
)

type Ranking = ReturnType<typeof createRanking>
export type Browse = ReturnType<typeof createBrowse>

/** For browsing: the highest score first, or the viewers whose name starts with the search text. */
export function createBrowse(needs: { db: Database; rankings: { points: Ranking; watch: Ranking } }) {
  const { db, rankings } = needs
  return {
    async named(channel: Channel, platform: Platform, start: string, limit: number): Promise<number[]> {
      const from = nameKey(start)
      // A range scan over the prefix: its upper bound is the prefix followed by the last character of Unicode.
      const to = `${from}\u{10ffff}`
      const rows = await db.all(byStart, { channel: channel.id, platform, from, to, limit })
      return rows.map(({ id }) => id)
    },

    async best(
      channel: Channel,
      platform: Platform,
      board: 'points' | 'watch',
      page: { limit: number; offset: number },
    ): Promise<{ total: number; ids: number[] }> {
      const [total, rows] = await Promise.all([
        rankings[board].total(db, channel.id, platform),
        rankings[board].page(db, channel.id, platform, page),
      ])
      return { total, ids: rows.map(({ id }) => id) }
    },
  }
}
