import { defineStep } from '../../../definitions/define-step.ts'
import { platform } from '../../../definitions/shared-fields.ts'
import { integer, object, oneOf, optional, withDefault } from '../../../kernel/schema/schema.ts'
import { chatModes, chatModeTitles, maxModeSeconds } from '../../../platforms/contract/chat-modes.ts'

export const chatModeSteps = [
  defineStep({
    type: 'set_chat_mode',
    group: 'channel',
    icon: 'shield',
    title: 'Change chat mode',
    help: 'Turns a chat mode on or off.',
    input: object({
      mode: oneOf(chatModes, { title: 'Chat mode', titles: chatModeTitles }),
      enabled: withDefault(oneOf(['on', 'off'], { title: 'State', titles: { on: 'On', off: 'Off' } }), 'on'),
      seconds: optional(
        integer({
          title: 'Seconds',
          min: 0,
          max: maxModeSeconds,
          description: 'The wait of slow mode, or how long a viewer must have followed.',
        }),
      ),
      platform,
    }),
    needs: ['moderation:write'],
    example: { type: 'set_chat_mode', mode: 'slow', enabled: 'on', seconds: 10, platform: 'twitch' },
    sentence: 'Turn {enabled}: {mode}[ ({seconds} s)][ on {platform}]',
  }),
] as const
