import { flag, maxNameLength } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { literalSet } from '../../../kernel/schema/open-schema.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { flagOf } from './fields.ts'

export const toggleCommand = defineOperation({
  name: 'toggle-command',
  group: 'Commands',
  summary: 'Switches a chat command on or off.',
  description: 'Toggles the command when active is left out. With both id and command, the id is used.',
  scope: 'commands:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  input: object(
    {
      id: optional(integer({ description: 'The command by id; one of id and command is required.' })),
      command: optional(
        text({ max: maxNameLength, cleaning: 'line', description: 'The command by name or alias, with or without !.' }),
      ),
      active: optional(
        literalSet<0 | 1 | boolean>(['integer', 'boolean'], [0, 1, true, false], {
          description: 'The new state.',
        }),
      ),
    },
    { needsOne: [['id', 'command']] },
  ),
  output: object({
    id: integer(),
    command: text(),
    active: flag('1 when it is switched on now.'),
    previous_active: flag('1 when it was switched on before.'),
  }),
  failures: ['command_not_found'],
  example: {
    input: { command: 'hello', active: 1 },
    output: { id: 1, command: 'hello', active: 1, previous_active: 1 },
  },
  async handle({ input, caller, ctx, commit }) {
    const active = input.active === undefined ? undefined : Boolean(input.active)
    return commit(async (tx) => {
      const toggled = await ctx.commands.toggle(tx, caller, input, active)
      return {
        id: toggled.id,
        command: toggled.command,
        active: flagOf(toggled.active),
        previous_active: flagOf(toggled.previousActive),
      }
    })
  },
})
