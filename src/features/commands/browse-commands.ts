import { integer, list, object, optional, text, withDefault } from '../../contract/schema.ts'
import { nameKey } from '../../contract/text.ts'
import { definePanelOperation } from '../../operation.ts'
import type { Command } from './command.ts'
import { bareWord } from './command-words.ts'
import { commandView, exampleView, viewOf } from './panel-fields.ts'

export const browseCommands = definePanelOperation({
  name: 'browse-commands',
  summary: 'The chat commands, all or those that have what was typed.',
  role: 'viewer',
  effect: 'none',
  input: object({
    search: optional(
      text({ max: 100, cleaning: 'line', description: 'Part of a word it answers to, or of its reply.' }),
    ),
    limit: withDefault(integer({ min: 1, max: 1000, description: 'How many at most.' }), 500),
  }),
  output: object({ total: integer(), commands: list(commandView) }),
  failures: [],
  example: { input: { search: 'hello' }, output: { total: 1, commands: [exampleView] } },
  async handle({ input, caller, ctx }) {
    const { items } = await ctx.commands.list(caller.channel)
    const key = nameKey(bareWord(input.search ?? ''))
    const found = items.filter((command) => key === '' || has(command, key))
    found.sort((a, b) => (a.command < b.command ? -1 : 1))
    return { total: found.length, commands: found.slice(0, input.limit).map(viewOf) }
  },
})

function has({ command, aliases, message }: Command, key: string): boolean {
  return [command, ...aliases, message].some((text) => nameKey(text).includes(key))
}
