import { flag } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { anyObject, integer, list, object, optional } from '../../../kernel/schema/schema.ts'
import { flagOf } from '../../commands/operations/fields.ts'
import { automationReference, oneAutomation, recordOfStep, stepRecord } from './fields.ts'

export const dryRunAutomation = defineOperation({
  name: 'dry-run-automation',
  group: 'Automations',
  summary: 'Says what an automation would do. Nothing is done.',
  description: 'With an event of the log, or with sample data.',
  scope: 'automations:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'none',
  input: object(
    {
      ...automationReference,
      event_seq: optional(integer({ min: 1, description: 'The place of an event in the log.' })),
      data: optional(anyObject({ description: 'The fields of a sample event.' })),
    },
    oneAutomation,
  ),
  output: object({
    matches: flag('1 if such an event would start it.'),
    conditions_met: flag('1 if its conditions are true now.'),
    steps: list(stepRecord),
  }),
  failures: ['automation_not_found'],
  example: {
    input: { name: 'Thank followers', data: { username: 'alice' } },
    output: {
      matches: 1,
      conditions_met: 1,
      steps: [{ path: '1', type: 'say', status: 'done', result: { would: { text: 'Thank you alice!', as: 'bot' } } }],
    },
  },
  async handle({ input: { event_seq, data, ...reference }, caller, ctx }) {
    const { automations, dryRun } = ctx.automationParts
    const automation = await automations.get(ctx.db, caller.channel.id, reference)
    const { matches, isMet, steps } = await dryRun(caller.channel, automation, { seq: event_seq, data })
    return { matches: flagOf(matches), conditions_met: flagOf(isMet), steps: steps.map(recordOfStep) }
  },
})
