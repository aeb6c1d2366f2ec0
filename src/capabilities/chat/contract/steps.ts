import { defineStep } from '../../../definitions/define-step.ts'
import { platform, textField } from '../../../definitions/shared-fields.ts'
import { object, oneOf, withDefault } from '../../../kernel/schema/schema.ts'

export const chatSteps = [
  defineStep({
    type: 'reply',
    group: 'chat',
    icon: 'chat',
    title: 'Reply',
    help: 'Sends a message as the bot wherever the command replies.',
    input: object({
      text: textField('Text'),
      in_thread: withDefault(
        oneOf(['yes', 'no'], {
          title: 'Reply to the message that ran the command',
          titles: { yes: 'Yes', no: 'No' },
          description: 'Where the platform has replies. Elsewhere it is a plain message.',
        }),
        'no',
      ),
    }),
    needs: ['chat:bot'],
    repliesInChat: true,
    example: { type: 'reply', text: 'Hello $(user)!' },
    sentence: 'Reply “{text}”',
  }),

  defineStep({
    type: 'say',
    group: 'chat',
    icon: 'chat',
    title: 'Send message',
    help: 'Sends a message as the broadcaster or as the bot, on one platform or wherever the command replies.',
    input: object({
      text: textField('Text'),
      as: withDefault(
        oneOf(['broadcaster', 'bot'], { title: 'Send as', titles: { broadcaster: 'Broadcaster', bot: 'Bot' } }),
        'broadcaster',
      ),
      platform,
    }),
    needs: ['chat:write', 'chat:bot'],
    example: { type: 'say', text: 'The show begins.', as: 'broadcaster', platform: 'kick' },
    sentence: 'Send “{text}” as {as}[ on {platform}]',
  }),
] as const
