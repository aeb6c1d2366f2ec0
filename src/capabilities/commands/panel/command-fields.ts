import { defaultsOf, integer, nullable, object, type Static } from '../../../kernel/schema/schema.ts'
import type { Command, NewCommand } from '../command.ts'
import { type CommandField, commandColumnList, commandFieldSchemas } from '../contract/command-columns.ts'

const commandForm = object(commandFieldSchemas)
/** The editable fields of a command, in the form and in exported files. */
export type WrittenCommand = Static<typeof commandForm>

/** A command as the panel shows it. */
export const commandView = object({
  id: integer(),
  ...commandFieldSchemas,
  run_count: integer(),
  last_run_at: nullable(integer()),
})
export type CommandView = Static<typeof commandView>

export function writtenOf(command: Command): WrittenCommand {
  const values: Readonly<Record<string, unknown>> = { ...command, actions: command.actions ?? {} }
  return Object.fromEntries(
    commandColumnList.map(({ field, property }) => [field, values[property]]),
  ) as unknown as WrittenCommand
}

export function viewOf(command: Command): CommandView {
  const { id, runCount, lastRunAt } = command
  return { id, ...writtenOf(command), run_count: runCount, last_run_at: lastRunAt }
}

export function newCommandOf(input: WrittenCommand): NewCommand {
  const values: Readonly<Record<CommandField, unknown>> = input
  return Object.fromEntries(
    commandColumnList.map(({ field, property }) => [property, values[field]]),
  ) as unknown as NewCommand
}

export const exampleView: CommandView = {
  ...defaultsOf(commandForm),
  id: 1,
  command: 'hello',
  aliases: ['hi'],
  cooldown_user_seconds: 30,
  message: 'Hello $(user)!',
  platforms: ['kick', 'twitch'],
  run_count: 3,
  last_run_at: 1_763_000_000_000,
}
