import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, oneOf, optional } from '../../../kernel/schema/schema.ts'
import { voiceTargets } from '../contract/voice.ts'

export const stopVoiceEffect = defineOperation({
  name: 'stop-voice-effect',
  group: 'Voice',
  summary: 'Ends the voice effects before their time.',
  description: 'An effect of OBS or Voicemod that is not connected now ends as soon as it is.',
  scope: 'voice:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    target: optional(oneOf(voiceTargets, { description: 'Both targets, unless one is given.' })),
  }),
  output: object({ stopped: integer({ description: 'How many effects were on.' }) }),
  failures: [],
  example: { input: {}, output: { stopped: 1 } },
  async handle({ input, caller, ctx }) {
    return { stopped: await ctx.voice.stop(caller, input.target) }
  },
})
