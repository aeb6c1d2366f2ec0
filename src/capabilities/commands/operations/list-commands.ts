import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object } from '../../../kernel/schema/schema.ts'
import { mapInTurns } from '../../../kernel/turns.ts'
import { defaultCommand } from '../command.ts'
import { commandRecord, recordOf } from './fields.ts'

export const listCommands = defineOperation({
  name: 'list-commands',
  group: 'Commands',
  summary: 'Lists all chat commands.',
  description: 'Returns the ids for run-command and toggle-command.',
  scope: 'commands:read',
  ratePerMinute: 90,
  effect: 'none',
  input: object({}),
  output: object({ total: integer(), commands: list(commandRecord) }),
  failures: [],
  example: {
    input: {},
    output: {
      total: 1,
      commands: [
        recordOf({
          ...defaultCommand,
          id: 1,
          command: 'hello',
          aliases: ['hi'],
          message: 'Hello $(user)!',
          runCount: 1,
          lastRunAt: Date.UTC(2026, 0, 15, 19, 30),
          lastGlobalRunAt: Date.UTC(2026, 0, 15, 19, 30),
          lastUserRuns: { '10001': Date.UTC(2026, 0, 15, 19, 30) },
        }),
      ],
    },
  },
  async handle({ caller, ctx }) {
    const { total, items } = await ctx.commands.list(caller.channel)
    const timers = await ctx.automationParts.commandTimers.of(caller.channel.id, items)
    return { total, commands: await mapInTurns(items, (command) => recordOf(command, timers.get(command.id))) }
  },
})
