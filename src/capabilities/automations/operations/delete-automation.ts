import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { automationReference, oneAutomation } from './fields.ts'

export const deleteAutomation = defineOperation({
  name: 'delete-automation',
  group: 'Automations',
  summary: 'Deletes an automation.',
  description: 'Runs under way are finished. With both id and name, the id is used.',
  scope: 'automations:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isDestructive: true, isIdempotent: true },
  input: object(automationReference, oneAutomation),
  output: object({}),
  failures: ['automation_not_found'],
  example: { input: { name: 'Thank followers' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.automationParts.automations.remove(tx, caller, input)
      return {}
    })
  },
})
