import { anyObject, object, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { overlayIdField } from './effect-fields.ts'

export const testEffect = definePanelOperation({
  name: 'test-effect',
  summary: 'Fires an effect on the overlay, enabled for triggers or not.',
  role: 'moderator',
  effect: 'outside',
  input: object({
    overlay_id: overlayIdField,
    data: withDefault(anyObject({ description: 'Handed to the effect.' }), {}),
  }),
  output: object({ id: text({ description: 'The firing.' }) }),
  failures: ['overlay_not_found', 'overlay_not_connected'],
  example: { input: { overlay_id: 'confetti' }, output: { id: 'effect_1' } },
  handle({ input, caller, ctx }) {
    return ctx.effects.test(caller, input.overlay_id, input.data)
  },
})
