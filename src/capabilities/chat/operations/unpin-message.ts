import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, optional } from '../../../kernel/schema/schema.ts'
import { platformNamed, wordFor } from '../../../platforms/contract/platforms.ts'
import { pinnedId, pinnedOutput, pinPlatform } from './fields.ts'

export const unpinMessage = defineOperation({
  name: 'unpin-message',
  group: 'Chat',
  summary: 'Unpins the pinned chat message.',
  description:
    'Without message_id it unpins whichever message is pinned. Twitch has an API for it; the other platforms have none.',
  scope: 'moderation:write',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({ message_id: optional(pinnedId), platform: pinPlatform }),
  output: pinnedOutput,
  failures: ['message_not_found', ...platformFailures],
  example: {
    input: { platform: 'PlatformB' },
    output: { platform: 'PlatformB', message_id: 'msg_4kF0aZ81Lq2XnT7cPwYd' },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = input.platform && platformNamed(input.platform)
    const unpinned = await ctx.pinnedMessages.unpin(caller.channel, { platform, messageId: input.message_id })
    return commit(async () => ({ platform: wordFor(unpinned.platform), message_id: unpinned.messageId }))
  },
})
