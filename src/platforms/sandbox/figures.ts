import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { LeaderboardPeriod } from '../audience-figures.ts'
import type { SandboxPlace } from './memory.ts'

type PlaceParams = { channel: number; platform: string }

/** Subscribers from before the sandbox began, so that the count is not that of a new channel. */
const initialSubscribers = 25
const bitsKept = 2_000
const dayMs = 24 * 60 * 60 * 1000
const periodMs: Readonly<Record<LeaderboardPeriod, number>> = {
  week: 7 * dayMs,
  month: 30 * dayMs,
  lifetime: Number.POSITIVE_INFINITY,
}

const here = 'channel_id = :channel AND platform = :platform'

const insertBits = sql<PlaceParams & { id: string; username: string; amount: number; at: number }>(
  `INSERT INTO sandbox_bits (channel_id, platform, id, username, amount, at)
   VALUES (:channel, :platform, :id, :username, :amount, :at) ON CONFLICT (channel_id, platform, id) DO NOTHING`,
)
const dropOldBits = sql<PlaceParams & { kept: number }>(
  `DELETE FROM sandbox_bits WHERE ${here} AND id IN (
     SELECT id FROM sandbox_bits WHERE ${here} ORDER BY at DESC, id LIMIT 1000 OFFSET :kept)`,
)
const listLeaders = sql<PlaceParams & { since: number; limit: number }, { username: string; amount: number }>(
  `SELECT username, CAST(sum(amount) AS BIGINT) AS amount FROM sandbox_bits WHERE ${here} AND at >= :since
   GROUP BY username ORDER BY amount DESC, username LIMIT :limit`,
)
const upsertSubscriber = sql<PlaceParams & { username: string; expiresAt: number }>(
  `INSERT INTO sandbox_subscribers (channel_id, platform, username, expires_at)
   VALUES (:channel, :platform, :username, :expiresAt)
   ON CONFLICT (channel_id, platform, username) DO UPDATE SET expires_at = excluded.expires_at`,
)
const countSubscribers = sql<PlaceParams & { now: number }, { count: number }>(
  `SELECT count(*) AS count FROM sandbox_subscribers WHERE ${here} AND expires_at > :now`,
)

export type SandboxFigures = ReturnType<typeof createSandboxFigures>

/** What the simulated platforms count themselves: subscribers, and who gave how many bits. */
export function createSandboxFigures({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async addBits(
      tx: Writer,
      params: PlaceParams,
      gift: { readonly id: string; readonly username: string; readonly amount: number },
    ): Promise<void> {
      await tx.run(insertBits, { ...params, ...gift, at: clock.now() })
      await tx.run(dropOldBits, { ...params, kept: bitsKept })
    },

    async listBitsLeaders(
      { channelId, platform }: SandboxPlace,
      { period, limit }: { readonly period: LeaderboardPeriod; readonly limit: number },
    ) {
      const since = Math.max(0, clock.now() - periodMs[period])
      return db.all(listLeaders, { channel: channelId, platform, since, limit })
    },

    async addSubscriber(tx: Writer, params: PlaceParams, username: string, expiresAt: number): Promise<void> {
      await tx.run(upsertSubscriber, { ...params, username, expiresAt })
    },

    async countSubscribers({ channelId, platform }: SandboxPlace): Promise<number> {
      const row = await db.get(countSubscribers, { channel: channelId, platform, now: clock.now() })
      return initialSubscribers + (row?.count ?? 0)
    },
  }
}
