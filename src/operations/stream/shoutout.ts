import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'
import {
  actionPlatform,
  actionPlatformIn,
  actionResult,
  actionResults,
  otherChannel,
  otherChannelFailures,
} from './channel-fields.ts'

export const shoutout = defineOperation({
  name: 'shoutout',
  group: 'Stream',
  summary: 'Gives another channel a shoutout.',
  description:
    'Platforms limit how often, and some allow it only while the stream is live. The call succeeds if at least one platform accepted it.',
  scope: 'chat:write',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({ username: otherChannel, platform: actionPlatform }),
  output: object({ results: actionResults }),
  failures: otherChannelFailures,
  example: {
    input: { username: 'bob', platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = actionPlatformIn(input.platform)
    const outcomes = await ctx.channelActions.shoutOut(caller.channel, platform, input.username)
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
