import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { RoundEntry, RoundKind, RoundStatus } from './contract/rounds.ts'
import type { Round, Settling, Tally, Winner } from './round.ts'

interface RoundRow {
  readonly id: number
  readonly kind: RoundKind
  readonly title: string
  readonly status: RoundStatus
  readonly options: string
  readonly entry: string
  readonly winners: number
  readonly prize: number
  readonly commitment: string | null
  readonly seed: string | null
  readonly sealedSeed: string | null
  readonly platform: Platform | null
  readonly externalId: string | null
  readonly isAnnounced: number
  readonly entries: number
  readonly tally: string
  readonly outcome: number | null
  readonly settling: Settling | null
  readonly settledTo: number
  readonly endedSeq: number | null
  readonly openedAt: number
  readonly closesAt: number | null
  readonly closedAt: number | null
  readonly endedAt: number | null
}

const columns = `id, kind, title, status, options, entry, winners, prize, commitment, seed, sealed_seed AS "sealedSeed",
  platform, external_id AS "externalId", is_announced AS "isAnnounced", entries, tally, outcome, settling, settled_to AS "settledTo",
  ended_seq AS "endedSeq", opened_at AS "openedAt", closes_at AS "closesAt", closed_at AS "closedAt",
  ended_at AS "endedAt"`

type Place = { channel: number; id: number }

const findOne = sql<Place, RoundRow>(`SELECT ${columns} FROM rounds WHERE channel_id = :channel AND id = :id`)
const findExternal = sql<{ channel: number; platform: string; externalId: string }, RoundRow>(
  `SELECT ${columns} FROM rounds WHERE channel_id = :channel AND platform = :platform AND external_id = :externalId`,
)
const listOfStatus = sql<{ channel: number; status: string; limit: number; offset: number }, RoundRow>(
  `SELECT ${columns} FROM rounds WHERE channel_id = :channel AND status = :status
   ORDER BY id DESC LIMIT :limit OFFSET :offset`,
)
const listNewest = sql<{ channel: number; limit: number; offset: number }, RoundRow>(
  `SELECT ${columns} FROM rounds WHERE channel_id = :channel ORDER BY id DESC LIMIT :limit OFFSET :offset`,
)
const countOfStatus = sql<{ channel: number; status: string }, { total: number }>(
  'SELECT count(*) AS total FROM rounds WHERE channel_id = :channel AND status = :status',
)
const countAll = sql<{ channel: number }, { total: number }>(
  'SELECT count(*) AS total FROM rounds WHERE channel_id = :channel',
)
const insert = sql<
  Place & {
    kind: string
    title: string
    options: string
    entry: string
    winners: number
    prize: number
    sealedSeed: string | null
    commitment: string | null
    platform: string | null
    externalId: string | null
    isAnnounced: number
    tally: string
    now: number
    closesAt: number | null
  }
>(
  `INSERT INTO rounds (channel_id, id, kind, title, status, options, entry, winners, prize, sealed_seed, commitment,
     platform, external_id, is_announced, tally, opened_at, closes_at)
   VALUES (:channel, :id, :kind, :title, 'open', :options, :entry, :winners, :prize, :sealedSeed, :commitment,
     :platform, :externalId, :isAnnounced, :tally, :now, :closesAt)`,
)
const update = sql<
  Place & {
    status: string
    seed: string | null
    entries: number
    tally: string
    outcome: number | null
    settling: string | null
    settledTo: number
    endedSeq: number | null
    closedAt: number | null
    endedAt: number | null
  }
>(
  `UPDATE rounds SET status = :status, seed = :seed, entries = :entries, tally = :tally, outcome = :outcome,
     settling = :settling, settled_to = :settledTo, ended_seq = :endedSeq, closed_at = :closedAt, ended_at = :endedAt
   WHERE channel_id = :channel AND id = :id`,
)
const listWinners = sql<Place & { from: number }, Winner>(
  `SELECT w.place, w.number, w.viewer_id AS "viewerId", v.platform, v.platform_user_id AS "userId", v.username,
     v.displayname
   FROM round_winners w JOIN viewers v ON v.channel_id = :channel AND v.id = w.viewer_id
   WHERE w.channel_id = :channel AND w.round_id = :id AND w.place >= :from ORDER BY w.place`,
)
const insertWinner = sql<Place & { place: number; viewer: number; number: number }>(
  `INSERT INTO round_winners (channel_id, round_id, place, viewer_id, number)
   VALUES (:channel, :id, :place, :viewer, :number)`,
)

/** What changes about a round after its opening. */
type Change = Partial<
  Pick<
    Round,
    'status' | 'seed' | 'entries' | 'tally' | 'outcome' | 'settling' | 'settledTo' | 'endedSeq' | 'closedAt' | 'endedAt'
  >
>

export interface OpenedRound {
  readonly kind: RoundKind
  readonly title: string
  readonly options: readonly string[]
  readonly entry: RoundEntry
  readonly winners: number
  readonly prize: number
  readonly sealedSeed: string | null
  readonly commitment: string | null
  readonly platform: Platform | null
  readonly externalId: string | null
  readonly isAnnounced: boolean
  readonly tally: readonly Tally[]
  readonly closesAt: number | null
}

export interface WantedRounds {
  readonly status?: RoundStatus | undefined
  readonly limit: number
  readonly offset?: number
}

/** The rows of rounds and their winners. */
export const roundRows = {
  async find(reader: Reader, channel: number, id: number): Promise<Round | undefined> {
    const row = await reader.get(findOne, { channel, id })
    return row && asRound(row)
  },

  async findExternal(reader: Reader, channel: number, platform: Platform, externalId: string) {
    const row = await reader.get(findExternal, { channel, platform, externalId })
    return row && asRound(row)
  },

  /** Newest first. */
  async list(reader: Reader, channel: number, { status, limit, offset = 0 }: WantedRounds): Promise<Round[]> {
    const rows =
      status === undefined
        ? await reader.all(listNewest, { channel, limit, offset })
        : await reader.all(listOfStatus, { channel, status, limit, offset })
    return rows.map(asRound)
  },

  async count(reader: Reader, channel: number, status: RoundStatus | undefined): Promise<number> {
    const found =
      status === undefined
        ? await reader.get(countAll, { channel })
        : await reader.get(countOfStatus, { channel, status })
    return Number(found?.total ?? 0)
  },

  async insert(tx: Writer, channel: number, id: number, opened: OpenedRound, now: number): Promise<void> {
    const { options, entry, tally, isAnnounced, ...rest } = opened
    const texts = { options: JSON.stringify(options), entry: JSON.stringify(entry), tally: JSON.stringify(tally) }
    await tx.run(insert, { channel, id, ...rest, ...texts, isAnnounced: Number(isAnnounced), now })
  },

  async change(tx: Writer, channel: number, round: Round, change: Change): Promise<Round> {
    const changed = { ...round, ...change }
    const { id, status, seed, entries, tally, outcome, settling, settledTo, endedSeq, closedAt, endedAt } = changed
    const ends = { outcome, settling, settledTo, endedSeq, closedAt, endedAt }
    await tx.run(update, { channel, id, status, seed, entries, tally: JSON.stringify(tally), ...ends })
    return changed
  },

  /** In the order of the draw. */
  winners(reader: Reader, channel: number, id: number, from = 1): Promise<Winner[]> {
    return reader.all(listWinners, { channel, id, from })
  },

  async addWinner(
    tx: Writer,
    channel: number,
    id: number,
    winner: { readonly place: number; readonly viewer: number; readonly number: number },
  ): Promise<void> {
    await tx.run(insertWinner, { channel, id, ...winner })
  },
}

function asRound({ options, entry, tally, isAnnounced, ...row }: RoundRow): Round {
  return {
    ...row,
    isAnnounced: isAnnounced === 1,
    options: JSON.parse(options) as string[],
    entry: JSON.parse(entry) as RoundEntry,
    tally: JSON.parse(tally) as Tally[],
  }
}
