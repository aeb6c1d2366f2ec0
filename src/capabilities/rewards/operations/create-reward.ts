import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import {
  costInput,
  linkIn,
  linkInput,
  recordExample,
  rewardOutput,
  rewardPlatform,
  rewardSettingInput,
  saveLink,
  settingsIn,
  titleInput,
  toAnswer,
} from './fields.ts'

export const createReward = defineOperation({
  name: 'create-reward',
  group: 'Rewards',
  summary: 'Creates a channel point reward.',
  description: 'The title must differ from those of the other rewards. With command, a redemption runs that command.',
  scope: 'rewards:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object({
    platform: rewardPlatform,
    title: titleInput,
    cost: costInput,
    ...rewardSettingInput,
    ...linkInput,
  }),
  output: rewardOutput,
  failures: ['command_not_found', ...platformFailures],
  example: {
    input: { platform: 'PlatformB', title: 'Stretch', cost: 200, prompt: 'Makes the streamer stretch.' },
    output: {
      platform: 'PlatformB',
      ...recordExample,
      id: 'reward_4kF0aZ81Lq2XnT7cPwYd',
      title: 'Stretch',
      cost: 200,
      prompt: 'Makes the streamer stretch.',
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    const link = await linkIn(ctx, caller, input, undefined)
    const { title, cost } = input
    const reward = await ctx.rewards.create(caller.channel, platform, { ...settingsIn(input), title, cost })
    return commit(async (tx) => {
      await saveLink(ctx, tx, caller, { platform, reward, link })
      return toAnswer(platform, reward, link === 'keep' ? undefined : link)
    })
  },
})
