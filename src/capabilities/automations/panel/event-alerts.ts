import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { anyObject, boolean, object, withDefault } from '../../../kernel/schema/schema.ts'
import type { AlertStepInput } from '../../alerts/contract/alert-fields.ts'
import { exampleCue, triedCue } from '../../overlay/tried-cue.ts'
import { definitionOf } from '../automation.ts'
import { checkAutomation } from '../check-automation.ts'

/** Of an automation that exists only for the test. */
const unsaved = {
  ...{ id: 0, name: '', active: true, runCount: 0, dropped: 0, lastRunAt: null, lastScheduledAt: null, createdAt: 0 },
}

export const testEventAlert = definePanelOperation({
  name: 'test-event-alert',
  summary: 'Shows the alert of a step, saved or not, for a sample event, and returns it for a preview.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    step: anyObject({ description: 'The step, of type show_alert.' }),
    data: anyObject({ description: 'The fields of the sample event.' }),
    preview: withDefault(boolean({ description: 'Only returns it, without speech; no overlay shows it.' }), false),
  }),
  output: triedCue,
  failures: ['invalid_parameter'],
  example: {
    input: {
      step: { type: 'show_alert', text: '$(displayname) just followed' },
      data: { username: 'viewer7', displayname: 'Viewer7' },
    },
    output: exampleCue('alert_1', 'event-alert', { text: 'Viewer7 just followed', username: 'Viewer7', message: '' }),
  },
  async handle({ input: { step, data, preview }, caller, ctx }) {
    const steps = [{ ...step, type: 'show_alert' }]
    const written = { version: 1, name: 'test', active: 1, trigger: { type: 'manual' }, conditions: [], steps } as const
    await checkAutomation(written)
    const automation = { ...unsaved, ...definitionOf(written) }
    const [outcome] = (await ctx.automationParts.dryRun(caller.channel, automation, { data })).steps
    if (outcome?.status !== 'done') throw new Failure('invalid_parameter', { message: outcome?.message })
    const viewer = typeof data.displayname === 'string' ? data.displayname : caller.person.name
    const alert = outcome.result?.would as AlertStepInput
    return preview
      ? { id: null, is_sent: false, cue: await ctx.eventAlerts.preview(caller.channel.id, alert, viewer) }
      : ctx.eventAlerts.test(caller, alert, viewer)
  },
})
