import { defineOperation } from '../../../kernel/operation/operation.ts'
import { actionPlatformIn, actionResult, otherChannelAction } from './channel-fields.ts'

export const raid = defineOperation({
  name: 'raid',
  ...otherChannelAction,
  summary: 'Starts a raid on another channel.',
  description:
    'The viewers are sent to the other channel when the platform begins the raid. The call succeeds if at least one platform accepted it.',
  scope: 'stream:write',
  panel: { role: 'editor', grants: 'nothing' },
  hints: { isDestructive: true },
  async handle({ input, caller, ctx, commit }) {
    const outcomes = await ctx.channelActions.raid(caller.channel, actionPlatformIn(input.platform), input.username)
    return commit(async () => ({ results: outcomes.map(actionResult) }))
  },
})
