import { defineOperation } from '../../../kernel/operation/operation.ts'
import { actionPlatformIn, actionResult, otherChannelAction } from './channel-fields.ts'

export const shoutout = defineOperation({
  name: 'shoutout',
  ...otherChannelAction,
  summary: 'Gives another channel a shoutout.',
  description:
    'Platforms limit how often, and some allow it only while the stream is live. The call succeeds if at least one platform accepted it.',
  scope: 'chat:write',
  panel: { role: 'moderator', grants: 'nothing' },
  async handle({ input, caller, ctx, commit }) {
    const platform = actionPlatformIn(input.platform)
    const outcomes = await ctx.channelActions.shoutOut(caller.channel, platform, input.username)
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
