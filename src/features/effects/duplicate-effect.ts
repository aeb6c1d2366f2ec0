import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { effectExample, effectFields, overlayIdField, toEffectFields } from './effect-fields.ts'

export const duplicateEffect = definePanelOperation({
  name: 'duplicate-effect',
  summary: 'Makes a copy of an effect overlay, to try something with.',
  role: 'editor',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField }),
  output: object({ effect: effectFields }),
  failures: ['overlay_not_found', 'invalid_parameter'],
  example: {
    input: { overlay_id: 'confetti' },
    output: { effect: { ...effectExample, overlay_id: 'confetti-copy', name: 'Confetti copy' } },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const effect = await ctx.effectContent.duplicate(tx, caller, input.overlay_id)
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})
