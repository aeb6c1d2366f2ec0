import { integer, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const testAlert = definePanelOperation({
  name: 'test-alert',
  summary: 'Plays an audio alert on the overlay, active or not.',
  role: 'moderator',
  effect: 'outside',
  input: object({ id: integer({ description: 'The alert.' }) }),
  output: object({ id: text({ description: 'The firing.' }) }),
  failures: ['alert_not_found', 'overlay_not_connected'],
  example: { input: { id: 1 }, output: { id: 'alert_1' } },
  handle({ input, caller, ctx }) {
    return ctx.alerts.test(caller, input.id, caller.person.name)
  },
})
