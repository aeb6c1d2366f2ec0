import { integer, object, oneOf, optional, text, withDefault } from '../schema.ts'
import { defineStep } from './define-step.ts'
import { platform, reason, target, textField } from './shared-fields.ts'

/** The longest timeout that all platforms accept. */
export const maxTimeoutMinutes = 7 * 24 * 60

/** The limits of Twitch, the only platform with an API for pins. */
export const minPinSeconds = 30
export const maxPinSeconds = 1800

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

  defineStep({
    type: 'timeout',
    group: 'chat',
    icon: 'clock',
    title: 'Time out',
    help: 'Times out a viewer for a number of minutes.',
    input: object({
      target,
      minutes: withDefault(integer({ title: 'Minutes', min: 1, max: maxTimeoutMinutes }), 5),
      reason,
      platform,
    }),
    needs: ['moderation:write'],
    example: { type: 'timeout', target: '$(touser)', minutes: 5, reason: 'Asked by $(user).' },
    sentence: 'Time out {target} for {minutes} min[ on {platform}][: {reason}]',
  }),

  defineStep({
    type: 'ban',
    group: 'chat',
    icon: 'shield',
    title: 'Ban',
    help: 'Bans a viewer permanently.',
    input: object({ target, reason, platform }),
    needs: ['moderation:write'],
    example: { type: 'ban', target: '$(touser)', reason: 'Asked by $(user).' },
    sentence: 'Ban {target}[ on {platform}][: {reason}]',
  }),

  defineStep({
    type: 'unban',
    group: 'chat',
    icon: 'check',
    title: 'Unban',
    help: 'Removes the ban or timeout of a viewer.',
    input: object({ target, platform }),
    needs: ['moderation:write'],
    example: { type: 'unban', target: '$(touser)' },
    sentence: 'Unban {target}[ on {platform}]',
  }),

  defineStep({
    type: 'delete_message',
    group: 'chat',
    icon: 'trash',
    title: 'Delete message',
    help: 'Deletes a message: the one with message_id, otherwise the one that ran the command.',
    input: object({
      message_id: optional(text({ title: 'Message ID', max: 100, control: 'hidden' })),
      platform,
    }),
    needs: ['moderation:write'],
    example: { type: 'delete_message' },
    sentence: 'Delete the message[ {message_id}]',
  }),

  defineStep({
    type: 'pin_message',
    group: 'chat',
    icon: 'chat',
    title: 'Pin message',
    help: 'Pins a message: a new one with this text, otherwise the one that ran the command. Twitch has pinned messages.',
    input: object({
      text: optional(
        text({
          title: 'Text',
          max: 500,
          cleaning: 'line',
          control: 'multiline',
          description: 'Sent as the broadcaster and pinned. Empty = the message that ran the command.',
        }),
      ),
      message_id: optional(text({ title: 'Message ID', max: 100, control: 'hidden' })),
      seconds: optional(
        integer({
          title: 'Seconds',
          min: minPinSeconds,
          max: maxPinSeconds,
          description: 'Empty = until the stream ends.',
        }),
      ),
      platform,
    }),
    needs: ['moderation:write', 'chat:write'],
    example: { type: 'pin_message', text: 'Type !join to take part.', seconds: 600, platform: 'twitch' },
    sentence: 'Pin a message[: “{text}”][ {message_id}][ for {seconds} s][ on {platform}]',
  }),

  defineStep({
    type: 'unpin_message',
    group: 'chat',
    icon: 'chat',
    title: 'Unpin message',
    help: 'Unpins the pinned message. Twitch has pinned messages.',
    input: object({ platform }),
    needs: ['moderation:write'],
    example: { type: 'unpin_message', platform: 'twitch' },
    sentence: 'Unpin the pinned message[ on {platform}]',
  }),
] as const
