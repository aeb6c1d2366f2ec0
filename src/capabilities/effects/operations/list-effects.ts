import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, list, object, text } from '../../../kernel/schema/schema.ts'

export const listEffects = defineOperation({
  name: 'list-effects',
  group: 'Effects',
  summary: 'Lists the effect overlays.',
  description: 'Used to discover the ids for effect-trigger.',
  scope: 'effects:read',
  ratePerMinute: 90,
  effect: 'none',
  input: object({}),
  output: object({
    total: integer(),
    effects: list(
      object({
        overlay_id: text(),
        name: text(),
        effect_type: text(),
        trigger_enabled: boolean({ description: 'Whether effect-trigger may trigger it.' }),
        connected: boolean({ description: 'Whether an overlay page that shows it is connected.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      total: 1,
      effects: [
        { overlay_id: 'confetti', name: 'Confetti', effect_type: 'confetti', trigger_enabled: true, connected: true },
      ],
    },
  },
  async handle({ caller, ctx }) {
    const { total, items } = await ctx.effects.list(caller.channel)
    const effects = items.map((effect) => ({
      overlay_id: effect.overlayId,
      name: effect.name,
      effect_type: effect.effectType,
      trigger_enabled: effect.isTriggerEnabled,
      connected: effect.isConnected,
    }))
    return { total, effects }
  },
})
