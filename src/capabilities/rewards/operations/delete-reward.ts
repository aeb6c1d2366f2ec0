import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { oneReward, rewardPlatform, rewardReference } from './fields.ts'

export const deleteReward = defineOperation({
  name: 'delete-reward',
  group: 'Rewards',
  summary: 'Deletes a channel point reward.',
  description: 'Platforms let an app delete only the rewards that it created. Twitch fulfils what is still pending.',
  scope: 'rewards:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isDestructive: true, isIdempotent: true },
  input: object({ platform: rewardPlatform, ...rewardReference }, oneReward),
  output: object({ platform: rewardPlatform, id: text(), title: text() }),
  failures: ['reward_not_found', ...platformFailures],
  example: {
    input: { platform: 'PlatformB', reward_id: 'Hydrate' },
    output: { platform: 'PlatformB', id: 'reward_hydrate', title: 'Hydrate' },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    const reward = await ctx.rewards.remove(caller.channel, platform, input.reward_id ?? input.id ?? '')
    return commit(async (tx) => {
      await ctx.rewardLinks.set(tx, caller, platform, reward, undefined)
      return { platform: input.platform, id: reward.id, title: reward.title }
    })
  },
})
