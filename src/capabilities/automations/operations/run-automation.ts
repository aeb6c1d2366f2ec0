import { defineOperation } from '../../../kernel/operation/operation.ts'
import { anyObject, integer, object, withDefault } from '../../../kernel/schema/schema.ts'
import { automationReference, oneAutomation } from './fields.ts'

export const runAutomation = defineOperation({
  name: 'run-automation',
  group: 'Automations',
  summary: 'Starts an automation.',
  description:
    'Does not wait for it: get-automation-run says how it went. A key acts for the broadcaster, so cooldown, conditions and queue do not apply.',
  scope: 'automations:run',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isFarReaching: true },
  input: object(
    {
      ...automationReference,
      data: withDefault(anyObject({ description: 'The fields that $(event.<field>) reads.' }), {}),
    },
    oneAutomation,
  ),
  output: object({ run_id: integer() }),
  failures: ['automation_not_found', 'automation_disabled'],
  example: { input: { name: 'Thank followers', data: { username: 'alice' } }, output: { run_id: 1 } },
  async handle({ input: { data, ...reference }, caller, ctx, commit }) {
    const { automations, engine } = ctx.automationParts
    return commit(async (tx) => {
      const automation = await automations.get(tx, caller.channel.id, reference)
      const occurrence = { trigger: 'manual', data, depth: 1 } as const
      return { run_id: await engine.startNow(tx, caller.channel, automation, occurrence) }
    })
  },
})
