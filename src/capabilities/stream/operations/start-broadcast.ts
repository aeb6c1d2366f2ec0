import { defineOperation } from '../../../kernel/operation/operation.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { broadcastAction } from './channel-fields.ts'

export const startBroadcast = defineOperation({
  name: 'start-broadcast',
  ...broadcastAction,
  summary: 'Starts the broadcast on a platform.',
  description:
    'The next scheduled broadcast begins, once the encoder sends to it. One that is live already stays as it is.',
  hints: { isFarReaching: true, isIdempotent: true },
  example: { input: { platform: 'PlatformC' }, output: { status: 'starting' } },
  async handle({ input, caller, ctx, commit }) {
    const status = await ctx.channelActions.moveBroadcast(caller.channel, platformNamed(input.platform), 'start')
    return commit(async () => ({ status }))
  },
})
