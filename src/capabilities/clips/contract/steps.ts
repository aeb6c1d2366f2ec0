import { defineStep } from '../../../definitions/define-step.ts'
import { platform } from '../../../definitions/shared-fields.ts'
import { integer, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'

export const clipSteps = [
  defineStep({
    type: 'clip',
    group: 'stream',
    icon: 'clip',
    title: 'Create clip',
    help: 'Creates a clip and posts its link in the chat. Kick and Twitch have clips.',
    input: object({
      title: withDefault(text({ title: 'Title', max: 140, cleaning: 'line' }), 'Clip - Showcaller'),
      seconds: withDefault(integer({ title: 'Seconds', min: 5, max: 180 }), 30),
      announce: withDefault(
        oneOf(['yes', 'no'], { title: 'Post the link in chat', titles: { yes: 'Yes', no: 'No' } }),
        'yes',
      ),
      platform,
    }),
    needs: ['clips:write'],
    example: { type: 'clip', title: 'Clip by $(displayname)', seconds: 30 },
    sentence: 'Create a clip of {seconds} s[ on {platform}]: {title}',
  }),
] as const
