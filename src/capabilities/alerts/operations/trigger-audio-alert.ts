import { maxNameLength } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

export const triggerAudioAlert = defineOperation({
  name: 'trigger-audio-alert',
  group: 'Audio alerts',
  summary: 'Plays an audio alert on stream.',
  description: 'The alert is named by id or by name; the id wins. It must be active, and the overlay connected.',
  scope: 'alerts:trigger',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 60,
  effect: 'outside',
  input: object(
    {
      id: optional(integer({ description: 'The alert by id; id or name is required.' })),
      name: optional(
        text({
          max: maxNameLength,
          cleaning: 'line',
          description: 'The alert by name, in any case; id or name is required.',
        }),
      ),
      username: withDefault(
        text({ max: maxNameLength, cleaning: 'name', description: 'The name shown on the alert.' }),
        'API',
      ),
    },
    { needsOne: [['id', 'name']] },
  ),
  output: object({
    id: integer({ description: 'The alert.' }),
    alert_id: text({ description: 'The id of this alert on the overlay.' }),
    name: text(),
  }),
  failures: ['alert_not_found', 'alert_inactive', 'overlay_not_connected'],
  example: {
    input: { name: 'Airhorn', username: 'alice' },
    output: { id: 1, alert_id: 'alert_8Kd2hVbQm0XsRt5WnYcL', name: 'Airhorn' },
  },
  async handle({ input, caller, ctx }) {
    // Without an id there is a name: the input needs one of them.
    const reference = input.id === undefined ? { name: input.name ?? '' } : { id: input.id }
    const { cueId, alert } = await ctx.alerts.trigger(caller, reference, input.username)
    return { id: alert.id, alert_id: cueId, name: alert.name }
  },
})
