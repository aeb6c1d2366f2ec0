import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { isDeepStrictEqual } from '../../kernel/node.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import type { CommandReference } from '../steps/run.ts'
import { type Command, defaultCommand, type NewCommand } from './command.ts'
import { commandKey, withoutMarks } from './command-index.ts'
import { asCommand, findById, insertCommand, insertParams, listAll, updateCommand } from './command-rows.ts'
import { maxCooldownSeconds } from './contract/command-columns.ts'

const maxCommands = 10_000
const maxRememberedUsers = 100

type WordKey = { channel: number; key: string }

const findWord = sql<WordKey, { id: number }>(
  'SELECT command_id AS id FROM command_words WHERE channel_id = :channel AND word_key = :key',
)
const insertWord = sql<WordKey & { id: number }>(
  'INSERT INTO command_words (channel_id, word_key, command_id) VALUES (:channel, :key, :id)',
)
const deleteWords = sql<{ channel: number; id: number }>(
  'DELETE FROM command_words WHERE channel_id = :channel AND command_id = :id',
)
const deleteCommand = sql<{ channel: number; id: number }>(
  'DELETE FROM commands WHERE channel_id = :channel AND id = :id',
)
const countAll = sql<{ channel: number }, { count: number }>(
  'SELECT count(*) AS count FROM commands WHERE channel_id = :channel',
)
const setActive = sql<{ channel: number; id: number; active: number }>(
  'UPDATE commands SET active = :active WHERE channel_id = :channel AND id = :id',
)
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

export type Commands = ReturnType<typeof createCommands>

export function createCommands(needs: { db: Database; clock: Clock; events: Events; bus: Bus }) {
  const { db, clock, events, bus } = needs

  async function find(reader: Reader, channelId: number, reference: CommandReference): Promise<Command | undefined> {
    const id = reference.id ?? (await idOfWord(reader, channelId, reference.command))
    const row = id === undefined ? undefined : await reader.get(findById, { channel: channelId, id })
    return row && asCommand(row)
  }

  async function idOfWord(reader: Reader, channelId: number, word: string | undefined): Promise<number | undefined> {
    if (word === undefined) throw invalid(commandErrors.referenceRequired.of())
    return (await reader.get(findWord, { channel: channelId, key: commandKey(word) }))?.id
  }

  async function get(reader: Reader, channelId: number, reference: CommandReference): Promise<Command> {
    const command = await find(reader, channelId, reference)
    if (command !== undefined) return command
    const { id, command: name = '' } = reference
    const message = id === undefined ? commandErrors.notFound.of({ name }) : commandErrors.notFoundById.of({ id })
    throw new Failure('command_not_found', { message })
  }

  /** The error if a command cannot have these names, because one is not valid or taken. */
  async function findWordFault(reader: Reader, channel: number, words: readonly string[], id: number | undefined) {
    for (const word of words) {
      const key = commandKey(word)
      const field = word === words[0] ? 'command' : 'aliases'
      if (key === '' || /\s/.test(key)) return commandErrors.notOneWord.of({ field, word: JSON.stringify(word) })
      const taken = await reader.get(findWord, { channel, key })
      if (taken !== undefined && taken.id !== id) return commandErrors.wordTaken.of({ field, word: withoutMarks(word) })
    }
    return undefined
  }

  /** A name or alias belongs to one command only. */
  async function claimWords(tx: Writer, channel: number, id: number, command: NewCommand): Promise<void> {
    const words = new Map([command.command, ...(command.aliases ?? [])].map((word) => [commandKey(word), word]))
    const fault = await findWordFault(tx, channel, [...words.values()], id)
    if (fault !== undefined) throw invalid(fault)
    for (const key of words.keys()) await tx.run(insertWord, { channel, key, id })
    tx.onCommit(() => bus.publish('commands-changed', { channelId: channel }))
  }

  async function create(tx: Writer, channelId: number, command: NewCommand): Promise<number> {
    const { count = 0 } = (await tx.get(countAll, { channel: channelId })) ?? {}
    if (count >= maxCommands) throw invalid(commandErrors.tooMany.of({ max: maxCommands }))
    const id = await tx.next('command', channelId)
    await tx.run(insertCommand, insertParams(channelId, id, bare(command)))
    await claimWords(tx, channelId, id, command)
    return id
  }

  return {
    find,
    get,

    async list(channel: Channel): Promise<{ total: number; items: Command[] }> {
      const rows = await db.all(listAll, { channel: channel.id, limit: maxCommands })
      return { total: rows.length, items: rows.map(asCommand) }
    },

    create,
    findWordFault,

    /** Creates a command and records who did it. */
    async add(tx: Writer, cause: Cause, command: NewCommand): Promise<number> {
      const id = await create(tx, cause.channel.id, command)
      await events.appendNew(tx, cause, {
        kind: 'command.created',
        data: { id, command: withoutMarks(command.command) },
      })
      return id
    },

    /** Changes a command; the history of its runs stays. */
    async update(tx: Writer, cause: Cause, id: number, changes: Partial<NewCommand>): Promise<void> {
      const channel = cause.channel.id
      const before = await get(tx, channel, { id })
      const command: NewCommand = { ...before, ...changes }
      await tx.run(updateCommand, insertParams(channel, id, bare(command)))
      await tx.run(deleteWords, { channel, id })
      await claimWords(tx, channel, id, command)
      await events.appendNew(tx, cause, {
        kind: 'command.changed',
        data: { id, command: withoutMarks(command.command) },
      })
    },

    /** Replaces the texts of a command that nobody has changed. It is no change by a person, so none is recorded. */
    async reword(tx: Writer, channel: number, from: NewCommand, to: NewCommand): Promise<void> {
      const stored = await find(tx, channel, { command: from.command })
      if (stored === undefined) return
      const { message, actions } = { ...defaultCommand, ...from }
      if (!isDeepStrictEqual([stored.message, stored.actions], [message, actions])) return
      const changed = { ...stored, message: to.message ?? message, actions: to.actions ?? actions }
      await tx.run(updateCommand, insertParams(channel, stored.id, bare(changed)))
      tx.onCommit(() => bus.publish('commands-changed', { channelId: channel }))
    },

    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const channel = cause.channel.id
      const { command } = await get(tx, channel, { id })
      await tx.run(deleteWords, { channel, id })
      await tx.run(deleteCommand, { channel, id })
      await events.appendNew(tx, cause, { kind: 'command.removed', data: { id, command } })
      tx.onCommit(() => bus.publish('commands-changed', { channelId: channel }))
    },

    /** Toggles without `active`. Both states are read in this transaction, so that two toggles cancel each other. */
    async toggle(tx: Writer, cause: Cause, reference: CommandReference, active?: boolean) {
      const channel = cause.channel.id
      const command = await get(tx, channel, reference)
      const wanted = active ?? !command.active
      if (wanted !== command.active) {
        await tx.run(setActive, { channel, id: command.id, active: wanted ? 1 : 0 })
        const data = { id: command.id, command: command.command, active: wanted }
        await events.appendNew(tx, cause, { kind: 'command.toggled', data })
      }
      return { id: command.id, command: command.command, active: wanted, previousActive: command.active }
    },

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

/** Commands are stored and shown without exclamation marks. */
function bare(command: NewCommand): NewCommand {
  return { ...command, command: withoutMarks(command.command), aliases: (command.aliases ?? []).map(withoutMarks) }
}
