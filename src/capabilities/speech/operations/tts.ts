import { maxNameLength } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text, withDefault } from '../../../kernel/schema/schema.ts'

export const tts = defineOperation({
  name: 'tts',
  group: 'Text-to-speech',
  summary: 'Speaks a message on stream.',
  description: 'The overlay must be connected: the call succeeds once at least one overlay page has the message.',
  scope: 'tts:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 20,
  effect: 'outside',
  input: object({
    text: text({ min: 1, max: 500, description: 'The text to speak.' }),
    username: withDefault(
      text({ max: maxNameLength, cleaning: 'name', description: 'The name shown on screen.' }),
      'API',
    ),
  }),
  output: object({ ttsId: text({ description: 'The id of this speech on the overlay.' }) }),
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
