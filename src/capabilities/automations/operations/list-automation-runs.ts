import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, nullable, object, optional, withDefault } from '../../../kernel/schema/schema.ts'
import { exampleRun, recordOfRun, runRecord } from './fields.ts'

export const listAutomationRuns = defineOperation({
  name: 'list-automation-runs',
  group: 'Automations',
  summary: 'Lists runs of automations and of chat commands, newest first.',
  description: 'Of the last 7 days. For the next page, send next_before as before.',
  scope: 'automations:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({
    automation_id: optional(integer({ description: 'Only runs of this automation.' })),
    command_id: optional(integer({ description: 'Only runs of this chat command.' })),
    before: optional(integer({ description: 'Only runs before this one.' })),
    limit: withDefault(integer({ min: 1, max: 100, description: 'How many rows at most.' }), 20),
  }),
  output: object({
    limit: integer(),
    runs: list(runRecord),
    next_before: nullable(integer({ description: 'Where the next page begins; null on the last page.' })),
  }),
  failures: [],
  example: { input: {}, output: { limit: 20, runs: [exampleRun], next_before: null } },
  async handle({ input, caller, ctx }) {
    const { automation_id: automation, command_id: command, before, limit } = input
    const found = await ctx.automationParts.runs.list(caller.channel.id, { automation, command, before, limit })
    const last = found.length < limit ? undefined : found.at(-1)
    return { limit, runs: found.map(recordOfRun), next_before: last?.id ?? null }
  },
})
