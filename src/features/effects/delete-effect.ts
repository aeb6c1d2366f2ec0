import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { overlayIdField } from './effect-fields.ts'

export const deleteEffect = definePanelOperation({
  name: 'delete-effect',
  summary: 'Deletes an effect overlay.',
  role: 'editor',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField }),
  output: object({}),
  failures: ['overlay_not_found'],
  example: { input: { overlay_id: 'rain' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.effectContent.remove(tx, caller, input.overlay_id)
      return {}
    })
  },
})
