import { defineStep } from '../../../definitions/define-step.ts'
import { platform } from '../../../definitions/shared-fields.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'

/** The limits of Twitch, the only platform with an API for pins. */
export const minPinSeconds = 30
export const maxPinSeconds = 1800

export const pinSteps = [
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
