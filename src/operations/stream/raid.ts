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

export const raid = defineOperation({
  name: 'raid',
  group: 'Stream',
  summary: 'Starts a raid on another channel.',
  description:
    'The viewers are sent to the other channel when the platform begins the raid. The call succeeds if at least one platform accepted it.',
  scope: 'stream:write',
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({ username: otherChannel, platform: actionPlatform }),
  output: object({ results: actionResults }),
  failures: otherChannelFailures,
  example: {
    input: { username: 'bob', platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const outcomes = await ctx.channelActions.raid(caller.channel, actionPlatformIn(input.platform), input.username)
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
