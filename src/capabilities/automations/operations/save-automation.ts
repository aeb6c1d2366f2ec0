import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { requireStepScopes } from '../../steps/require-step-scopes.ts'
import { checkAutomation } from '../check-automation.ts'
import { automationFields } from '../contract/automations.ts'
import { exampleAutomation } from './fields.ts'

export const saveAutomation = defineOperation({
  name: 'save-automation',
  group: 'Automations',
  summary: 'Creates an automation, or changes the one with this id.',
  description:
    'Takes the format of exported files. Without id it is always created; a number is appended to a name that is taken.',
  scope: 'automations:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isFarReaching: true, isIdempotent: true },
  input: object({ id: optional(integer({ description: 'The automation to change.' })), ...automationFields }),
  output: object({ id: integer(), name: text() }),
  failures: ['automation_not_found'],
  example: { input: exampleAutomation, output: { id: 1, name: 'Thank followers' } },
  async handle({ input: { id, ...written }, caller, ctx, commit }) {
    await checkAutomation(written)
    requireStepScopes(caller, written.steps)
    return commit((tx) => ctx.automationParts.automations.save(tx, caller, written, id))
  },
})
