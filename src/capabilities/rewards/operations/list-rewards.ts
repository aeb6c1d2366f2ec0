import { optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import { list, object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { recordExample, rewardPlatform, rewardRecord, toRecord } from './fields.ts'

export const listRewards = defineOperation({
  name: 'list-rewards',
  group: 'Rewards',
  summary: 'Lists the channel point rewards of a platform.',
  description:
    'Kick and Twitch have channel points. Rewards that another app created are listed, but only that app can change them.',
  scope: 'rewards:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({ platform: rewardPlatform, ...optionalPage }),
  output: object({ platform: rewardPlatform, ...pageAnswer, rewards: list(model('Reward', object(rewardRecord))) }),
  failures: platformFailures,
  example: {
    input: { platform: 'PlatformB' },
    output: { platform: 'PlatformB', total: 1, limit: null, offset: 0, rewards: [recordExample] },
  },
  async handle({ input, caller, ctx }) {
    const platform = platformNamed(input.platform)
    const found = await ctx.rewards.list(caller.channel, platform)
    const links = await ctx.rewardLinks.list(ctx.db, caller.channel.id, platform)
    const { rows, answer } = pageOf(found, input)
    const rewards = rows.map((reward) => toRecord(reward, links.get(reward.id)))
    return { platform: input.platform, ...answer, rewards }
  },
})
