import type { Clock } from '../../kernel/ambient.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Command } from './command.ts'
import { asCommand, findById } from './command-rows.ts'
import { maxCooldownSeconds } from './contract/command-columns.ts'

const maxRememberedUsers = 100

const addRun = sql<{ channel: number; id: number }>(
  'UPDATE commands SET run_count = run_count + 1 WHERE channel_id = :channel AND id = :id',
)
const setLastRun = sql<{ channel: number; id: number; now: number; users: string; by: number }>(
  `UPDATE commands SET run_count = run_count + :by, last_run_at = :now, last_global_run_at = :now, last_user_runs = :users
   WHERE channel_id = :channel AND id = :id`,
)

type UserRun = { channel: number; command: number; viewer: number }
const findUserRun = sql<UserRun, { at: number }>(
  'SELECT at FROM command_user_runs WHERE channel_id = :channel AND command_id = :command AND viewer_id = :viewer',
)
const setUserRun = sql<UserRun & { now: number }>(
  `INSERT INTO command_user_runs (channel_id, command_id, viewer_id, at) VALUES (:channel, :command, :viewer, :now)
   ON CONFLICT (channel_id, command_id, viewer_id) DO UPDATE SET at = excluded.at`,
)
const forgetUserRuns = sql<{ before: number }>('DELETE FROM command_user_runs WHERE at < :before')

/** When and how often commands ran, for their cooldowns and counts. */
export function createCommandRuns({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** When this viewer last ran a command that has a user cooldown. */
    async lastRunBy(
      reader: Reader,
      channelId: number,
      command: Command,
      viewerId: number,
    ): Promise<number | undefined> {
      if (command.cooldownUserSeconds === 0) return undefined
      const run = await reader.get(findUserRun, { channel: channelId, command: command.id, viewer: viewerId })
      return run?.at
    },

    /** Counts a run before it is over, for a reply that shows the number. Pass `isCounted` to `rememberRun` then. */
    async countRun(tx: Writer, channelId: number, id: number): Promise<number> {
      await tx.run(addRun, { channel: channelId, id })
      return Number((await tx.get(findById, { channel: channelId, id }))?.run_count ?? 1)
    },

    async rememberRun(
      tx: Writer,
      channelId: number,
      id: number,
      user: { readonly id: string; readonly viewerId?: number | undefined },
      isCounted = false,
    ): Promise<void> {
      const { id: userId, viewerId } = user
      const row = await tx.get(findById, { channel: channelId, id })
      if (row === undefined) return
      const now = clock.now()
      const { lastUserRuns, cooldownUserSeconds } = asCommand(row)
      if (viewerId !== undefined && cooldownUserSeconds > 0) {
        await tx.run(setUserRun, { channel: channelId, command: id, viewer: viewerId, now })
      }
      const users = { ...lastUserRuns, [userId]: now }
      const newest = Object.entries(users)
        .sort(([, a], [, b]) => b - a)
        .slice(0, maxRememberedUsers)
      const stored = JSON.stringify(Object.fromEntries(newest))
      await tx.run(setLastRun, { channel: channelId, id, now, users: stored, by: isCounted ? 0 : 1 })
    },

    /** Deletes runs that are older than the longest cooldown. */
    async pruneRuns(): Promise<number> {
      const before = clock.now() - maxCooldownSeconds * 1000
      return db.write((tx) => tx.run(forgetUserRuns, { before }))
    },
  }
}
