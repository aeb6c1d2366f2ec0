import { defineOperation } from '../../../kernel/operation/operation.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { broadcastAction } from './channel-fields.ts'

export const endBroadcast = defineOperation({
  name: 'end-broadcast',
  ...broadcastAction,
  summary: 'Ends the live broadcast on a platform.',
  description: 'An ended broadcast cannot be continued.',
  hints: { isDestructive: true },
  example: { input: { platform: 'PlatformC' }, output: { status: 'ended' } },
  async handle({ input, caller, ctx, commit }) {
    const status = await ctx.channelActions.moveBroadcast(caller.channel, platformNamed(input.platform), 'end')
    return commit(async () => ({ status }))
  },
})
