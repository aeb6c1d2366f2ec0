import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { createInputReader } from '../../kernel/schema/read-input.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  object,
  optional,
  type Static,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Command } from './command.ts'
import { withoutMarks } from './command-index.ts'
import { commandFieldSchemas } from './contract/command-columns.ts'
import { checkCommand } from './panel/check-command.ts'
import { commandView, exampleView, newCommandOf, viewOf, writtenOf } from './panel/command-fields.ts'

export const listCommandSettings = definePanelOperation({
  name: 'list-command-settings',
  summary: 'Lists the chat commands with all their settings, optionally filtered by a search text.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    search: optional(text({ max: 100, cleaning: 'line', description: 'Part of a name, an alias or the reply.' })),
    limit: withDefault(integer({ min: 1, max: 1000, description: 'The maximum number of results.' }), 500),
  }),
  output: object({ total: integer(), commands: list(commandView) }),
  failures: [],
  example: { input: { search: 'hello' }, output: { total: 1, commands: [exampleView] } },
  async handle({ input, caller, ctx }) {
    const { items } = await ctx.commands.list(caller.channel)
    const key = nameKey(withoutMarks(input.search ?? ''))
    const found = items.filter((command) => key === '' || has(command, key))
    found.sort((a, b) => (a.command < b.command ? -1 : 1))
    return { total: found.length, commands: found.slice(0, input.limit).map(viewOf) }
  },
})

function has({ command, aliases, message }: Command, key: string): boolean {
  return [command, ...aliases, message].some((text) => nameKey(text).includes(key))
}

export const getCommand = definePanelOperation({
  name: 'get-command',
  summary: 'Returns a command with all its settings.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ id: integer({ description: 'The command.' }) }),
  output: object({
    command: commandView,
    timer: nullable(
      object(
        { automation_id: integer(), every_minutes: integer(), min_chat_lines: integer() },
        { description: 'The automation that runs it at an interval.' },
      ),
    ),
  }),
  failures: ['command_not_found'],
  example: {
    input: { id: 1 },
    output: { command: exampleView, timer: { automation_id: 3, every_minutes: 20, min_chat_lines: 5 } },
  },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const command = await ctx.commands.get(ctx.db, channelId, { id: input.id })
    const timer = (await ctx.automationParts.commandTimers.of(channelId, [command])).get(command.id)
    const { automationId = 0, everyMinutes = 0, minChatLines = 0 } = timer ?? {}
    const shown = { automation_id: automationId, every_minutes: everyMinutes, min_chat_lines: minChatLines }
    return { command: viewOf(command), timer: timer === undefined ? null : shown }
  },
})

const saveCommandUnchecked = definePanelOperation({
  name: 'save-command',
  summary: 'Creates a command, or replaces all settings of one. Its run history stays.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    id: optional(integer({ description: 'The command to change; left out, a new one is created.' })),
    ...commandFieldSchemas,
  }),
  output: object({ command: commandView }),
  failures: ['invalid_parameter', 'command_not_found'],
  example: { input: { command: 'hello', message: 'Hello $(user)!' }, output: { command: exampleView } },
  async handle({ input, caller, ctx, commit }) {
    await checkCommand(input)
    const wanted = newCommandOf(input)
    return commit(async (tx) => {
      let { id } = input
      if (id === undefined) id = await ctx.commands.add(tx, caller, wanted)
      else await ctx.commands.update(tx, caller, id, wanted)
      return { command: viewOf(await ctx.commands.get(tx, caller.channel.id, { id })) }
    })
  },
})

export const saveCommand = ifUnchanged(saveCommandUnchecked, async ({ id }, { reader, caller, ctx }) =>
  id === undefined ? undefined : writtenOf(await ctx.commands.get(reader, caller.channel.id, { id })),
)

export const duplicateCommand = definePanelOperation({
  name: 'duplicate-command',
  summary: 'Copies a command under the next free name. The copy is inactive.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: integer({ description: 'The command.' }) }),
  output: object({ command: commandView }),
  failures: ['invalid_parameter', 'command_not_found'],
  example: { input: { id: 1 }, output: { command: { ...exampleView, id: 2, command: 'hello2', active: false } } },
  async handle({ input, caller, ctx, commit }) {
    const channelId = caller.channel.id
    return commit(async (tx) => {
      const original = await ctx.commands.get(tx, channelId, { id: input.id })
      const stem = original.command.replace(/\d+$/, '').slice(0, 90) || original.command
      let number = 2
      while ((await ctx.commands.find(tx, channelId, { command: `${stem}${number}` })) !== undefined) number++
      // Aliases stay with the original, and the copy starts inactive.
      const copy = { ...newCommandOf(writtenOf(original)), command: `${stem}${number}`, aliases: [], active: false }
      const id = await ctx.commands.add(tx, caller, copy)
      return { command: viewOf(await ctx.commands.get(tx, channelId, { id })) }
    })
  },
})

export const deleteCommand = definePanelOperation({
  name: 'delete-command',
  summary: 'Deletes a command permanently.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: integer({ description: 'The command.' }) }),
  output: object({}),
  failures: ['command_not_found'],
  example: { input: { id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.commands.remove(tx, caller, input.id)
      return {}
    })
  },
})

export const exportFormat = 'showcaller-commands'

export const exportCommands = definePanelOperation({
  name: 'export-commands',
  summary: 'Exports all commands, for a backup or another channel.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ format: text(), version: integer(), commands: list(object(commandFieldSchemas)) }),
  failures: [],
  example: { input: {}, output: { format: exportFormat, version: 1, commands: [] } },
  async handle({ caller, ctx }) {
    const { items } = await ctx.commands.list(caller.channel)
    return { format: exportFormat, version: 1, commands: items.map(writtenOf) }
  },
})

/** In files of older versions a command has its own timer, which is an automation now. */
const timerFields = {
  auto_message_interval_minutes: withDefault(integer({ min: 0, max: 10_080 }), 0),
  auto_message_min_chat_count: withDefault(integer({ min: 0, max: 100_000 }), 0),
}
const importedCommand = object({ ...commandFieldSchemas, ...timerFields })
type ImportedCommand = Static<typeof importedCommand>

const read = createInputReader<ImportedCommand>(importedCommand)

interface Row {
  readonly index: number
  readonly written: ImportedCommand
}

interface Refused {
  readonly index: number
  readonly command: string
  readonly error: Text
}

export const importCommands = definePanelOperation({
  name: 'import-commands',
  summary: 'Imports commands from a file. An invalid command does not affect the others.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    commands: list(anyObject(), { min: 1, max: 500, description: 'The commands from export-commands.' }),
    replace: withDefault(
      boolean({ description: 'Whether existing commands are replaced; otherwise they are skipped.' }),
      false,
    ),
  }),
  output: object({
    created: integer(),
    changed: integer(),
    passed_over: integer(),
    failed: list(object({ index: integer(), command: text(), error: text() })),
  }),
  failures: [],
  example: {
    input: { commands: [{ command: 'hello', message: 'Hello $(user)!' }] },
    output: { created: 1, changed: 0, passed_over: 0, failed: [] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { rows, refused } = await readRows(input.commands)
    return commit(async (tx) => {
      const counts = { created: 0, changed: 0, passed_over: 0 }
      const failed = [...refused]
      for (const row of rows) {
        const outcome = await take(ctx, tx, caller, row, input.replace)
        if (typeof outcome === 'string') counts[outcome]++
        else failed.push(outcome)
      }
      failed.sort((a, b) => a.index - b.index)
      return { ...counts, failed }
    })
  },
})

async function readRows(commands: readonly unknown[]): Promise<{ rows: Row[]; refused: Refused[] }> {
  const rows: Row[] = []
  const refused: Refused[] = []
  for (const [index, entry] of commands.entries()) {
    try {
      const written = read(entry)
      await checkCommand(written)
      rows.push({ index, written })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refused.push({ index, command: wordOf(entry), error: error.text })
    }
  }
  return { rows, refused }
}

/** All names are checked before the first write, since all rows are in one transaction. */
async function take(
  ctx: Context,
  tx: Writer,
  caller: PanelCaller,
  { index, written }: Row,
  replace: boolean,
): Promise<'created' | 'changed' | 'passed_over' | Refused> {
  const { command, aliases } = written
  const refuse = (error: Text): Refused => ({ index, command, error })
  const known = await ctx.commands.find(tx, caller.channel.id, { command })
  if (known !== undefined && !replace) return 'passed_over'
  const fault = await ctx.commands.findWordFault(tx, caller.channel.id, [command, ...aliases], known?.id)
  if (fault !== undefined) return refuse(fault)
  if (known === undefined) await ctx.commands.add(tx, caller, newCommandOf(written))
  else await ctx.commands.update(tx, caller, known.id, newCommandOf(written))
  await addTimer(ctx, tx, caller, written, known)
  return known === undefined ? 'created' : 'changed'
}

/** Unless an automation runs the command at an interval already. */
async function addTimer(
  ctx: Context,
  tx: Writer,
  caller: PanelCaller,
  { command, auto_message_interval_minutes: minutes, auto_message_min_chat_count: lines }: ImportedCommand,
  known: Command | undefined,
): Promise<void> {
  if (minutes === 0) return
  const { addCommandTimer, commandTimers } = ctx.automationParts
  if (known !== undefined && (await commandTimers.of(caller.channel.id, [known])).size > 0) return
  await addCommandTimer(tx, caller, withoutMarks(command), minutes, lines)
}

function wordOf(entry: unknown): string {
  const { command } = (entry ?? {}) as { command?: unknown }
  return typeof command === 'string' ? command.slice(0, 100) : ''
}
