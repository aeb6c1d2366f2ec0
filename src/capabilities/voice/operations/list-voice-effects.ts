import { optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { targetOfSource, voiceSources, voiceTargets } from '../contract/voice.ts'

export const listVoiceEffects = defineOperation({
  name: 'list-voice-effects',
  group: 'Voice',
  summary: 'Lists the voice effects of speech and of the microphone.',
  description:
    'Used to discover the ids for voice-effect. Effects of the microphone are the filters of OBS that were chosen in the panel, and the voices of Voicemod while it is connected.',
  scope: 'voice:control',
  ratePerMinute: 60,
  effect: 'none',
  input: object(optionalPage),
  output: object({
    ...pageAnswer,
    effects: list(
      object({
        id: text({ description: 'The effect for voice-effect.' }),
        name: text(),
        target: oneOf(voiceTargets, { description: 'What it changes.' }),
        source: oneOf(voiceSources, { description: 'What makes it.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      total: 2,
      limit: null,
      offset: 0,
      effects: [
        { id: 'robot', name: 'Robot', target: 'speech', source: 'overlay' },
        { id: 'obs:Pitch down', name: 'Giant', target: 'microphone', source: 'obs' },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const offered = await ctx.voice.list(caller.channel)
    const { rows, answer } = pageOf(offered, input)
    const effects = rows.map(({ id, name, source }) => ({ id, name, target: targetOfSource(source), source }))
    return { ...answer, effects }
  },
})
