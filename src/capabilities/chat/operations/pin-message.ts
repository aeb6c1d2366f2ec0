import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, optional } from '../../../kernel/schema/schema.ts'
import { platformNamed, wordFor } from '../../../platforms/contract/platforms.ts'
import { maxPinSeconds, minPinSeconds } from '../contract/pin-steps.ts'
import { pinnedId, pinnedOutput, pinPlatform } from './fields.ts'

export const pinMessage = defineOperation({
  name: 'pin-message',
  group: 'Chat',
  summary: 'Pins a chat message.',
  description:
    'It replaces the message that is pinned. A message that is pinned already gets the new time. Twitch has an API for it; the other platforms have none.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    message_id: pinnedId,
    seconds: optional(
      integer({
        min: minPinSeconds,
        max: maxPinSeconds,
        description: 'How long it stays pinned. Left out: until the stream ends.',
      }),
    ),
    platform: pinPlatform,
  }),
  output: pinnedOutput,
  failures: ['message_not_found', ...platformFailures],
  example: {
    input: { message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd', seconds: 300, platform: 'PlatformB' },
    output: { platform: 'PlatformB', message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' },
  },
  async handle({ input, caller, ctx, commit }) {
    const { message_id: messageId, seconds } = input
    const platform = input.platform && platformNamed(input.platform)
    const pinned = await ctx.pinnedMessages.pin(caller.channel, { platform, messageId, seconds })
    return commit(async () => ({ platform: wordFor(pinned.platform), message_id: pinned.messageId }))
  },
})
