import { maxNameLength } from '../../contract/fields.ts'
import { object, text, withDefault } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const tts = defineOperation({
  name: 'tts',
  group: 'Text-to-speech',
  summary: 'Speaks a message on stream.',
  description: 'The overlay must be connected: the call succeeds once at least one overlay page has the message.',
  scope: 'tts:write',
  ratePerMinute: 20,
  effect: 'outside',
  input: object({
    text: text({ min: 1, max: 500, description: 'What is said.' }),
    username: withDefault(
      text({ max: maxNameLength, cleaning: 'name', description: 'The name shown on screen.' }),
      'API',
    ),
  }),
  output: object({ ttsId: text({ description: 'Names this delivery.' }) }),
  failures: ['overlay_not_connected'],
  example: {
    input: { text: 'Welcome to the stream.', username: 'alice' },
    output: { ttsId: 'tts_4Jx0mTqYc2LwPz7RkVbN' },
  },
  async handle({ input, caller, ctx }) {
    const { id } = await ctx.speech.say(caller, input)
    return { ttsId: id }
  },
})
