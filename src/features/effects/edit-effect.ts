import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import {
  effectExample,
  effectFields,
  effectInput,
  overlayIdField,
  toEffectDraft,
  toEffectFields,
} from './effect-fields.ts'

export const editEffect = definePanelOperation({
  name: 'edit-effect',
  summary: 'Writes an effect overlay anew, as a whole. Its id stays.',
  role: 'editor',
  effect: 'rows',
  input: object({ overlay_id: overlayIdField, ...effectInput }),
  output: object({ effect: effectFields }),
  failures: ['overlay_not_found', 'invalid_parameter'],
  example: {
    input: { overlay_id: 'confetti', name: 'Confetti', effect_type: 'confetti', effect_settings: { pieces: 150 } },
    output: { effect: effectExample },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const effect = await ctx.effectContent.edit(tx, caller, input.overlay_id, toEffectDraft(input))
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})
