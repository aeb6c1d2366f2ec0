import { page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { defaultsOf, integer, list, object } from '../../../kernel/schema/schema.ts'
import { mapInTurns } from '../../../kernel/turns.ts'
import { automationRun, maxAutomations } from '../contract/automations.ts'
import { automationRecord, exampleAutomation, recordOf, recordOfCommand } from './fields.ts'

export const listAutomations = defineOperation({
  name: 'list-automations',
  group: 'Automations',
  summary: 'Lists all automations, and the chat commands, whose trigger is a word in chat.',
  description:
    'Returns the ids for run-automation and toggle-automation. Commands are changed with their own operations.',
  scope: 'automations:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object(page(maxAutomations, 1_000)),
  output: object({ total: integer(), limit: integer(), offset: integer(), automations: list(automationRecord) }),
  failures: [],
  example: {
    input: {},
    output: {
      total: 1,
      limit: 1_000,
      offset: 0,
      automations: [
        {
          ...exampleAutomation,
          id: 1,
          source: 'automation:1',
          active: 1,
          conditions: [],
          run: { ...defaultsOf(automationRun), mode: 'queue' },
          run_count: 3,
          dropped: 0,
          last_run_at: '2026-01-15T19:30:00.000Z',
        },
      ],
    },
  },
  async handle({ input: { limit, offset }, caller, ctx }) {
    const automations = await ctx.automationParts.automations.list(caller.channel.id, { limit, offset })
    const commands = await ctx.commands.list(caller.channel, {
      limit: limit - automations.items.length,
      offset: Math.max(offset - automations.total, 0),
    })
    const shown = await mapInTurns(automations.items, recordOf)
    const shownCommands = await mapInTurns(commands.items, recordOfCommand)
    return {
      total: automations.total + commands.total,
      limit,
      offset,
      automations: [...shown, ...shownCommands],
    }
  },
})
