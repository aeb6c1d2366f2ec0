import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'

export const stopAutomations = defineOperation({
  name: 'stop-automations',
  group: 'Automations',
  summary: 'Stops every automation and command that runs, at once.',
  description: 'Waits are ended and queues are cleared. What a step has done already stays done.',
  scope: 'automations:run',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isDestructive: true, isIdempotent: true },
  input: object({}),
  output: object({ stopped: integer({ description: 'How many automations ran.' }) }),
  failures: [],
  example: { input: {}, output: { stopped: 0 } },
  async handle({ caller, ctx, commit }) {
    return commit(async (tx) => ({ stopped: await ctx.automationParts.stopAll(tx, caller) }))
  },
})
