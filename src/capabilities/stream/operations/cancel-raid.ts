import { platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

export const cancelRaid = defineOperation({
  name: 'cancel-raid',
  group: 'Stream',
  summary: 'Cancels a raid that has not left yet.',
  description: 'A platform without a waiting raid refuses it.',
  scope: 'stream:write',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({ platform: platformOf(platformWords, 'Where the raid was started.') }),
  output: object({ platform: platformOf(platformWords) }),
  failures: platformFailures,
  example: { input: { platform: 'PlatformB' }, output: { platform: 'PlatformB' } },
  async handle({ input, caller, ctx, commit }) {
    await ctx.channelActions.cancelRaid(caller.channel, platformNamed(input.platform))
    return commit(async () => ({ platform: input.platform }))
  },
})
