import { defineStep } from '../../../definitions/define-step.ts'
import { nameField, platform, textField } from '../../../definitions/shared-fields.ts'
import { integer, object, oneOf, optional, withDefault } from '../../../kernel/schema/schema.ts'
import { chatModes, chatModeTitles, maxModeSeconds } from '../../../platforms/contract/chat-modes.ts'

export const channelSteps = [
  defineStep({
    type: 'raid',
    group: 'channel',
    icon: 'viewers',
    title: 'Start raid',
    help: 'Sends your viewers to another channel.',
    input: object({ target: nameField('Channel'), platform }),
    needs: ['stream:write'],
    example: { type: 'raid', target: '$(touser)', platform: 'twitch' },
    sentence: 'Raid {target}[ on {platform}]',
  }),

  defineStep({
    type: 'shoutout',
    group: 'channel',
    icon: 'heart',
    title: 'Give shoutout',
    help: 'Recommends another channel to your viewers.',
    input: object({ target: nameField('Channel'), platform }),
    needs: ['chat:write'],
    example: { type: 'shoutout', target: '$(touser)', platform: 'twitch' },
    sentence: 'Give {target} a shoutout[ on {platform}]',
  }),

  defineStep({
    type: 'announce',
    group: 'channel',
    icon: 'chat',
    title: 'Send announcement',
    help: 'Sends a highlighted message as the broadcaster.',
    input: object({ text: textField('Text', 500), platform }),
    needs: ['chat:write'],
    example: { type: 'announce', text: 'The show begins.', platform: 'twitch' },
    sentence: 'Announce “{text}”[ on {platform}]',
  }),

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

  defineStep({
    type: 'start_commercial',
    group: 'channel',
    icon: 'clock',
    title: 'Start ad break',
    help: 'Starts an ad break.',
    input: object({ seconds: withDefault(integer({ title: 'Seconds', min: 1, max: 180 }), 30), platform }),
    needs: ['stream:write'],
    example: { type: 'start_commercial', seconds: 60, platform: 'twitch' },
    sentence: 'Start an ad break of {seconds} s[ on {platform}]',
  }),
] as const
