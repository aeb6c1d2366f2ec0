import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { roomPlatform, roomPlatformOutput, roomResult, roomResults } from './fields.ts'

export const clearChat = defineOperation({
  name: 'clear-chat',
  group: 'Moderation',
  summary: 'Deletes every message of the chat.',
  description:
    'On every connected platform unless one is named. The call succeeds if at least one chat was cleared; see results.',
  scope: 'moderation:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({ platform: roomPlatform }),
  output: object({ platform: roomPlatformOutput, results: roomResults }),
  failures: platformFailures,
  example: {
    input: { platform: 'PlatformA' },
    output: { platform: 'PlatformA', results: [{ platform: 'PlatformA', error: null, code: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = input.platform && platformNamed(input.platform)
    const outcomes = await ctx.chatRooms.clear(caller.channel, platform)
    return commit(async (tx) => {
      for (const { platform, failure } of outcomes) {
        if (failure === undefined) await ctx.moderation.note(tx, caller, { type: 'clear', platform, reason: '' })
      }
      return { platform: input.platform ?? 'all', results: outcomes.map(roomResult) }
    })
  },
})
