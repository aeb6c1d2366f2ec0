import { object, optional, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { effectExample, effectFields, effectInput, toEffectDraft, toEffectFields } from './effect-fields.ts'

export const createEffect = definePanelOperation({
  name: 'create-effect',
  summary: 'Makes an effect overlay.',
  role: 'editor',
  effect: 'rows',
  input: object({
    overlay_id: optional(text({ max: 60, cleaning: 'name', description: 'Its id; without one, made from the name.' })),
    ...effectInput,
  }),
  output: object({ effect: effectFields }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Big hearts', effect_type: 'hearts', effect_settings: { pieces: 90 } },
    output: { effect: { ...effectExample, overlay_id: 'big-hearts', name: 'Big hearts', effect_type: 'hearts' } },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const effect = await ctx.effectContent.create(tx, caller, input.overlay_id, toEffectDraft(input))
      return { effect: toEffectFields(ctx, caller.channel.id, effect) }
    })
  },
})
