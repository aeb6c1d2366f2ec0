import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, obsName, ratePerMinute, seconds } from './fields.ts'

export const obsScene = defineOperation({
  name: 'obs-scene',
  group: 'OBS',
  summary: 'Switches the scene that is on air.',
  description: 'Answers when OBS has switched, after the transition.',
  scope: 'obs:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({ scene: obsName('The scene, in any case.'), seconds }),
  output: object({ scene: text(), previous_scene: text() }),
  failures: ['scene_not_found', ...obsFailures],
  example: {
    input: { scene: 'Break', seconds: 600 },
    output: { scene: 'Break', previous_scene: 'Gameplay' },
  },
  async handle({ input, caller, ctx }) {
    const { scene, previousScene } = await ctx.obs.call(caller, 'scene', input)
    return { scene, previous_scene: previousScene }
  },
})
