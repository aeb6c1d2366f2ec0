import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, object, optional } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import {
  costInput,
  linkIn,
  linkInput,
  oneReward,
  recordExample,
  rewardOutput,
  rewardPlatform,
  rewardReference,
  rewardSettingInput,
  saveLink,
  settingsIn,
  titleInput,
  toAnswer,
} from './fields.ts'

export const updateReward = defineOperation({
  name: 'update-reward',
  group: 'Rewards',
  summary: 'Changes, enables or pauses a channel point reward.',
  description: 'Only what is sent changes. Platforms let an app change only the rewards that it created.',
  scope: 'rewards:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  input: object(
    {
      platform: rewardPlatform,
      ...rewardReference,
      title: optional(titleInput),
      cost: optional(costInput),
      ...rewardSettingInput,
      clear_prompt: optional(boolean({ description: 'true: viewers read nothing before they redeem it.' })),
      ...linkInput,
      unlink_command: optional(boolean({ description: 'true: a redemption runs no command any more.' })),
    },
    oneReward,
  ),
  output: rewardOutput,
  failures: ['reward_not_found', 'command_not_found', ...platformFailures],
  example: {
    input: { platform: 'PlatformB', reward_id: 'Hydrate', paused: false },
    output: { platform: 'PlatformB', ...recordExample },
  },
  async handle({ input, caller, ctx, commit }) {
    const { channel } = caller
    const platform = platformNamed(input.platform)
    const reference = input.reward_id ?? input.id ?? ''
    const { id } = await ctx.rewards.get(channel, platform, reference)
    const before = await ctx.rewardLinks.find(ctx.db, channel.id, platform, id)
    const link = input.unlink_command === true ? undefined : await linkIn(ctx, caller, input, before)
    // An empty text counts as left out, so it takes a parameter of its own.
    const cleared = input.clear_prompt === true ? { prompt: '' } : {}
    const reward = await ctx.rewards.update(channel, platform, id, { ...settingsIn(input), ...cleared })
    return commit(async (tx) => {
      await saveLink(ctx, tx, caller, { platform, reward, link })
      return toAnswer(platform, reward, link === 'keep' ? before : link)
    })
  },
})
