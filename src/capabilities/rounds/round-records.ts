import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Long enough to verify a draw, or to ask where one's points are. */
const keptMs = 365 * dayMs
const entriesAtOnce = 1_000
const roundsAtOnce = 50

export interface EntryRecord {
  readonly number: number
  readonly platform: Platform
  readonly username: string
  readonly displayname: string
  readonly choice: number
  readonly tickets: number
  readonly points: number
  readonly weight: number | null
  readonly paid: number | null
}

type Place = { channel: number; round: number }

const listEntries = sql<Place & { after: number; to: number }, EntryRecord>(
  `SELECT e.number, v.platform, v.username, v.displayname, e.choice, e.tickets, e.points, e.weight, e.paid
   FROM round_entries e JOIN viewers v ON v.channel_id = :channel AND v.id = e.viewer_id
   WHERE e.channel_id = :channel AND e.round_id = :round AND e.number > :after AND e.number <= :to ORDER BY e.number`,
)
const listChannels = sql<{ after: number; limit: number }, { id: number }>(
  'SELECT id FROM channels WHERE id > :after ORDER BY id LIMIT :limit',
)
const listOld = sql<{ channel: number; before: number; limit: number }, { id: number; entries: number }>(
  `SELECT id, entries FROM rounds WHERE channel_id = :channel AND opened_at < :before AND settling IS NULL
     AND (status IN ('drawn', 'cancelled') OR (status = 'closed' AND kind = 'poll')) ORDER BY id LIMIT :limit`,
)
const deleteEntries = sql<Place & { to: number }>(
  'DELETE FROM round_entries WHERE channel_id = :channel AND round_id = :round AND number <= :to',
)
const deleteWinners = sql<Place>('DELETE FROM round_winners WHERE channel_id = :channel AND round_id = :round')
const deleteRound = sql<Place>('DELETE FROM rounds WHERE channel_id = :channel AND id = :round')

export type RoundRecords = ReturnType<typeof createRoundRecords>

/** The entries of rounds for those who verify a draw, and the end of old rounds. */
export function createRoundRecords({ db, clock }: { db: Database; clock: Clock }) {
  async function remove(channel: number, round: number, entries: number): Promise<void> {
    for (let to = entriesAtOnce; to < entries + entriesAtOnce; to += entriesAtOnce) {
      await db.write((tx) => tx.run(deleteEntries, { channel, round, to }))
    }
    await db.write(async (tx) => {
      await tx.run(deleteWinners, { channel, round })
      await tx.run(deleteRound, { channel, round })
    })
  }

  return {
    /** In the order of entering, from the one after `after`. */
    async entries(channel: number, round: number, after: number): Promise<EntryRecord[]> {
      return db.all(listEntries, { channel, round, after, to: after + entriesAtOnce })
    },

    /** Deletes rounds that were opened more than a year ago, in small transactions. Returns how many. */
    async prune(): Promise<number> {
      const before = clock.now() - keptMs
      let count = 0
      for (let after = -1; ; ) {
        const channels = await db.all(listChannels, { after, limit: roundsAtOnce })
        for (const { id: channel } of channels) {
          const old = await db.all(listOld, { channel, before, limit: roundsAtOnce })
          for (const { id, entries } of old) await remove(channel, id, entries)
          count += old.length
        }
        const last = channels.at(-1)
        if (last === undefined) return count
        after = last.id
      }
    },
  }
}
