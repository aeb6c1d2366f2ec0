import { commandTextKey, type Reword } from '../../definitions/starter-texts.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { isDeepStrictEqual } from '../../kernel/node.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { readInTurns } from '../../kernel/turns.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import { type KeptContent, putBack } from '../change-log/kept-rows.ts'
import { requireDefinitionRoom } from '../channels/definition-room.ts'
import type { Cause, Events } from '../events/events.ts'
import { invalid } from '../steps/invalid.ts'
import { commandErrors } from '../steps/messages.ts'
import type { CommandReference } from '../steps/run.ts'
import { type Command, defaultCommand, type NewCommand } from './command.ts'
import { withoutMarks } from './command-index.ts'
import {
  asCommand,
  findById,
  insertCommand,
  insertParams,
  keptCommand,
  keptRow,
  listPage,
  updateCommand,
} from './command-rows.ts'
import { createCommandRuns } from './command-runs.ts'
import { createCommandWords } from './command-words.ts'

const maxCommands = 10_000
const wholeList = { limit: maxCommands, offset: 0 }

const deleteCommand = sql<{ channel: number; id: number }>(
  'DELETE FROM commands WHERE channel_id = :channel AND id = :id',
)
const countAll = sql<{ channel: number }, { count: number }>(
  'SELECT count(*) AS count FROM commands WHERE channel_id = :channel',
)
const setActive = sql<{ channel: number; id: number; active: number }>(
  'UPDATE commands SET active = :active WHERE channel_id = :channel AND id = :id',
)

export type Commands = ReturnType<typeof createCommands>

/** The commands of channels: found, created, changed and removed. */
export function createCommands(needs: { db: Database; clock: Clock; events: Events; bus: Bus; changeLog: ChangeLog }) {
  const { db, events, bus, changeLog } = needs
  const words = createCommandWords(needs)

  async function find(reader: Reader, channelId: number, reference: CommandReference): Promise<Command | undefined> {
    const id = reference.id ?? (await idOfWord(reader, channelId, reference.command))
    const row = id === undefined ? undefined : await reader.get(findById, { channel: channelId, id })
    return row && asCommand(row)
  }

  async function idOfWord(reader: Reader, channelId: number, word: string | undefined): Promise<number | undefined> {
    if (word === undefined) throw invalid(commandErrors.referenceRequired.of())
    return words.findId(reader, channelId, word)
  }

  async function get(reader: Reader, channelId: number, reference: CommandReference): Promise<Command> {
    const command = await find(reader, channelId, reference)
    if (command !== undefined) return command
    const { id, command: name = '' } = reference
    const message = id === undefined ? commandErrors.notFound.of({ name }) : commandErrors.notFoundById.of({ id })
    throw new Failure('command_not_found', { message })
  }

  async function requireRoom(tx: Writer, channelId: number, command: NewCommand): Promise<void> {
    const { count = 0 } = (await tx.get(countAll, { channel: channelId })) ?? {}
    if (count >= maxCommands) throw invalid(commandErrors.tooMany.of({ max: maxCommands }))
    await requireDefinitionRoom(tx, channelId, writtenActions(command))
  }

  async function create(tx: Writer, channelId: number, command: NewCommand): Promise<number> {
    await requireRoom(tx, channelId, command)
    const id = await tx.next('command', channelId)
    await tx.run(insertCommand, insertParams(channelId, id, bare(command)))
    await words.claim(tx, channelId, id, command)
    return id
  }

  return {
    ...createCommandRuns(needs),
    find,
    get,

    async list(
      channel: Channel,
      range: { readonly limit: number; readonly offset: number } = wholeList,
    ): Promise<{ total: number; items: Command[] }> {
      const items = await readInTurns(range, (part) => db.all(listPage, { channel: channel.id, ...part }), asCommand)
      if (range === wholeList) return { total: items.length, items }
      const { count: total = 0 } = (await db.get(countAll, { channel: channel.id })) ?? {}
      return { total, items }
    },

    create,
    findWordFault: words.findFault,

    /** Creates a command and records who did it. */
    async add(tx: Writer, cause: Cause, command: NewCommand): Promise<number> {
      const id = await create(tx, cause.channel.id, command)
      await changeLog.noteCreated(tx, cause, keptCommand, id, withoutMarks(command.command))
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
      await requireDefinitionRoom(tx, channel, writtenActions(command), writtenActions(before))
      await changeLog.keepSaved(tx, cause, keptCommand, id, before.command)
      await tx.run(updateCommand, insertParams(channel, id, bare(command)))
      await words.release(tx, channel, id)
      await words.claim(tx, channel, id, command)
      await events.appendNew(tx, cause, {
        kind: 'command.changed',
        data: { id, command: withoutMarks(command.command) },
      })
    },

    /** Replaces texts that nobody has edited. It is no change by a person, so none is recorded. */
    async reword(tx: Writer, channel: number, reword: Reword): Promise<void> {
      for (const row of await tx.all(listPage, { channel, after: 0, limit: maxCommands, offset: 0 })) {
        const stored = asCommand(row)
        const texts = { message: stored.message, actions: stored.actions }
        const reworded = reword(texts, commandTextKey(stored.command))
        if (isDeepStrictEqual(reworded, texts)) continue
        await tx.run(updateCommand, insertParams(channel, stored.id, bare({ ...stored, ...reworded })))
      }
      tx.onCommit(() => bus.publish('commands-changed', { channelId: channel }))
    },

    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const channel = cause.channel.id
      const { command } = await get(tx, channel, { id })
      await changeLog.keepDeleted(tx, cause, keptCommand, id, command)
      await words.release(tx, channel, id)
      await tx.run(deleteCommand, { channel, id })
      await events.appendNew(tx, cause, { kind: 'command.removed', data: { id, command } })
      tx.onCommit(() => bus.publish('commands-changed', { channelId: channel }))
    },

    /** Puts a deleted command back, with its runs. Refused where another one has one of its words by now. */
    async restore(tx: Writer, cause: Cause, content: KeptContent): Promise<void> {
      const channel = cause.channel.id
      const { id, command, aliases, actions } = keptRow(content)
      await requireRoom(tx, channel, { command, actions })
      const fault = await words.findFault(tx, channel, [command, ...aliases], id)
      if (fault !== undefined) throw invalid(fault)
      await putBack(tx, channel, keptCommand, content)
      await events.appendNew(tx, cause, { kind: 'command.created', data: { id, command } })
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
  }
}

function writtenActions({ actions }: Pick<NewCommand, 'actions'>): string {
  return JSON.stringify(actions ?? defaultCommand.actions)
}

/** Commands are stored and shown without exclamation marks. */
function bare(command: NewCommand): NewCommand {
  return { ...command, command: withoutMarks(command.command), aliases: (command.aliases ?? []).map(withoutMarks) }
}
