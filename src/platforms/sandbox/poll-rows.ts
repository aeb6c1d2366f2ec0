import { type Reader, sql } from '../../kernel/storage/database.ts'
import type { PollStatus, PredictionStatus } from '../contract/interaction-states.ts'
import type { Platform } from '../contract/platforms.ts'
import type { PlatformPoll } from '../polls.ts'
import type { PlatformPrediction } from '../predictions.ts'

export type PlaceParams = { channel: number; platform: string }

/** A stored poll or prediction. */
export interface PollRow {
  readonly channel_id: number
  readonly platform: Platform
  readonly id: string
  readonly kind: 'poll' | 'prediction'
  readonly title: string
  readonly options: string
  readonly status: string
  readonly winner: number | null
  readonly ends_at: number
}

interface Tally {
  readonly choice: number
  readonly users: number
  readonly points: number
}

const here = 'channel_id = :channel AND platform = :platform'
const columns = 'channel_id, platform, id, kind, title, options, status, winner, ends_at'

export const insertPoll = sql<
  PlaceParams & { id: string; kind: string; title: string; options: string; now: number; endsAt: number }
>(
  `INSERT INTO sandbox_polls (channel_id, platform, id, kind, title, options, status, winner, started_at, ends_at)
   VALUES (:channel, :platform, :id, :kind, :title, :options, 'active', NULL, :now, :endsAt)`,
)
export const findPoll = sql<PlaceParams & { id: string }, PollRow>(
  `SELECT ${columns} FROM sandbox_polls WHERE ${here} AND id = :id`,
)
/** The one that is not over; there is one of each kind at most. */
export const findOpen = sql<PlaceParams & { kind: string }, PollRow>(
  `SELECT ${columns} FROM sandbox_polls WHERE ${here} AND kind = :kind AND status IN ('active', 'locked') LIMIT 1`,
)
export const listPolls = sql<PlaceParams & { kind: string }, PollRow>(
  `SELECT ${columns} FROM sandbox_polls WHERE ${here} AND kind = :kind ORDER BY started_at DESC, id DESC LIMIT 20`,
)
/** Of all channels: those whose voting time runs or has run out. */
export const listActive = sql<Record<never, never>, PollRow>(
  `SELECT ${columns} FROM sandbox_polls WHERE status = 'active' ORDER BY ends_at LIMIT 1000`,
)
export const setPoll = sql<
  PlaceParams & { id: string; from: string; status: string; winner: number | null; endsAt: number }
>(
  `UPDATE sandbox_polls SET status = :status, winner = :winner, ends_at = :endsAt
   WHERE ${here} AND id = :id AND status = :from`,
)
export const insertVote = sql<PlaceParams & { id: string; username: string; choice: number; points: number }>(
  `INSERT INTO sandbox_votes (channel_id, platform, poll_id, username, choice, points)
   VALUES (:channel, :platform, :id, :username, :choice, :points)
   ON CONFLICT (channel_id, platform, poll_id, username) DO NOTHING`,
)
const countVotes = sql<PlaceParams & { id: string }, Tally>(
  `SELECT choice, count(*) AS users, CAST(sum(points) AS BIGINT) AS points FROM sandbox_votes
   WHERE ${here} AND poll_id = :id GROUP BY choice`,
)
export const dropOldVotes = sql<PlaceParams & { before: number }>(
  `DELETE FROM sandbox_votes WHERE ${here} AND poll_id IN (
     SELECT id FROM sandbox_polls WHERE ${here} AND status NOT IN ('active', 'locked') AND ends_at < :before)`,
)
export const dropOldPolls = sql<PlaceParams & { before: number }>(
  `DELETE FROM sandbox_polls WHERE ${here} AND status NOT IN ('active', 'locked') AND ends_at < :before`,
)

export function placeOf({ channel_id, platform }: PollRow): { channelId: number; platform: Platform } {
  return { channelId: channel_id, platform }
}

export function titlesIn({ options }: PollRow): string[] {
  return JSON.parse(options) as string[]
}

/** The id of the nth option, counted from 0. */
export function optionId(poll: string, index: number): string {
  return `${poll}_${index + 1}`
}

export async function readPoll(reader: Reader, row: PollRow): Promise<PlatformPoll> {
  const votes = await tally(reader, row)
  return {
    id: row.id,
    title: row.title,
    status: row.status as PollStatus,
    options: titlesIn(row).map((title, index) => ({
      id: optionId(row.id, index),
      title,
      votes: votes.get(index)?.users ?? 0,
    })),
    endsAt: row.ends_at,
  }
}

export async function readPrediction(reader: Reader, row: PollRow): Promise<PlatformPrediction> {
  const votes = await tally(reader, row)
  return {
    id: row.id,
    title: row.title,
    // Rows of earlier versions have the other spelling.
    status: row.status === 'canceled' ? 'cancelled' : (row.status as PredictionStatus),
    options: titlesIn(row).map((title, index) => ({
      id: optionId(row.id, index),
      title,
      users: votes.get(index)?.users ?? 0,
      points: votes.get(index)?.points ?? 0,
    })),
    winnerId: row.winner === null ? null : optionId(row.id, row.winner),
    locksAt: row.ends_at,
  }
}

async function tally(reader: Reader, { channel_id: channel, platform, id }: PollRow) {
  const rows = await reader.all(countVotes, { channel, platform, id })
  return new Map(rows.map((row) => [Number(row.choice), { users: Number(row.users), points: Number(row.points) }]))
}
