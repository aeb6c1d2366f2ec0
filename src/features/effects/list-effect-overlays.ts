import { integer, list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { effectExample, effectFields, toEffectFields } from './effect-fields.ts'
import { maxEffects } from './effect-rows.ts'

export const listEffectOverlays = definePanelOperation({
  name: 'list-effect-overlays',
  summary: 'The effect overlays with what each is told, in the order of the broadcaster.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ effects: list(effectFields), max: integer({ description: 'How many there can be.' }) }),
  failures: [],
  example: { input: {}, output: { effects: [effectExample], max: maxEffects } },
  async handle({ caller, ctx }) {
    const effects = await ctx.effectContent.list(caller.channel.id)
    return { effects: effects.map((effect) => toEffectFields(ctx, caller.channel.id, effect)), max: maxEffects }
  },
})
