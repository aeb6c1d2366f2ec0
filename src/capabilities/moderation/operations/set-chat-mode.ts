import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, object, oneOf, optional } from '../../../kernel/schema/schema.ts'
import { chatModes, maxModeSeconds } from '../../../platforms/contract/chat-modes.ts'
import {
  actionFailures,
  actionPlatform,
  actionPlatformIn,
  actionResult,
  actionResults,
} from '../../stream/operations/channel-fields.ts'

export const setChatMode = defineOperation({
  name: 'set-chat-mode',
  group: 'Moderation',
  summary: 'Turns a chat mode on or off.',
  description:
    'Modes that are not named stay as they are. The call succeeds if at least one platform changed it. A time outside the limits of a platform becomes the nearest one that it accepts.',
  scope: 'moderation:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    mode: oneOf(chatModes, { description: 'The chat mode.' }),
    enabled: boolean({ description: 'Whether to turn it on.' }),
    seconds: optional(
      integer({
        min: 0,
        max: maxModeSeconds,
        description: 'slow: the wait between two messages, 30 when left out. followers: the least time as a follower.',
      }),
    ),
    platform: actionPlatform,
  }),
  output: object({ results: actionResults }),
  failures: actionFailures,
  example: {
    input: { mode: 'slow', enabled: true, seconds: 10, platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { mode, enabled, seconds } = input
    const platform = actionPlatformIn(input.platform)
    const outcomes = await ctx.chatModes.set(caller.channel, platform, { mode, enabled, seconds })
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
