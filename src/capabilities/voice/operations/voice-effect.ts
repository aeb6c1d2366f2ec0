import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, integer, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { defaultVoiceSeconds, maxVoiceSeconds, voiceTargets } from '../contract/voice.ts'

export const voiceEffect = defineOperation({
  name: 'voice-effect',
  group: 'Voice',
  summary: 'Turns a voice effect on for some seconds.',
  description:
    'It takes the place of the effect that the target has. It ends by itself, also after a restart, and also when OBS or Voicemod was not there at that moment.',
  scope: 'voice:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    effect: text({ min: 1, max: 200, description: 'An id or a name from list-voice-effects.' }),
    seconds: withDefault(
      integer({ min: 1, max: maxVoiceSeconds, description: 'How long it lasts.' }),
      defaultVoiceSeconds,
    ),
    target: withDefault(
      oneOf(voiceTargets, { description: 'The speech of the overlay, or the voice of the broadcaster.' }),
      'speech',
    ),
  }),
  output: object({
    effect: text({ description: 'The id of the effect; of a random voice the one that was chosen.' }),
    target: oneOf(voiceTargets),
    ends_at: dateTime({ description: 'When it ends.' }),
  }),
  failures: ['voice_effect_not_found', 'voice_not_connected'],
  example: {
    input: { effect: 'robot', seconds: 30 },
    output: { effect: 'robot', target: 'speech', ends_at: '2026-03-01T20:00:30.000Z' },
  },
  async handle({ input, caller, ctx }) {
    const { effect, target, until } = await ctx.voice.start(caller, input)
    return { effect, target, ends_at: new Date(until).toISOString() }
  },
})
