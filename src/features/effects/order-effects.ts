import { list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { overlayIdField } from './effect-fields.ts'
import { maxEffects } from './effect-rows.ts'

export const orderEffects = definePanelOperation({
  name: 'order-effects',
  summary: 'Puts the effect overlays into another order.',
  role: 'editor',
  effect: 'rows',
  input: object({
    overlay_ids: list(overlayIdField, { max: maxEffects, description: 'Every effect once, first first.' }),
  }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { overlay_ids: ['snow', 'confetti'] }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.effectContent.order(tx, caller, input.overlay_ids)
      return {}
    })
  },
})
