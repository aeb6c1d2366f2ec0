import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, object, optional } from '../../../kernel/schema/schema.ts'
import { obsFailures, obsName, ratePerMinute, seconds } from './fields.ts'

export const obsSource = defineOperation({
  name: 'obs-source',
  group: 'OBS',
  summary: 'Shows or hides a source in a scene.',
  description: 'A source in a group of the scene is found too.',
  scope: 'obs:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    source: obsName('The source.'),
    scene: optional(obsName('The scene. Default: the one that is on air.')),
    visible: boolean({ description: 'Whether to show it.' }),
    seconds,
  }),
  output: object({ visible: boolean(), previous_visible: boolean() }),
  failures: ['scene_not_found', 'source_not_found', ...obsFailures],
  example: {
    input: { source: 'Camera', visible: false },
    output: { visible: false, previous_visible: true },
  },
  async handle({ input, caller, ctx }) {
    const { visible, previousVisible } = await ctx.obs.call(caller, 'source', input)
    return { visible, previous_visible: previousVisible }
  },
})
