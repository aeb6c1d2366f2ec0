import { maxNameLength, platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { redemptionDecisions } from '../../../platforms/contract/interaction-states.ts'
import { platformNamed, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import { rewardPlatform } from './fields.ts'

const id = (description: string) => optional(text({ max: maxNameLength, cleaning: 'line', description }))

export const updateRedemption = defineOperation({
  name: 'update-redemption',
  group: 'Rewards',
  summary: 'Fulfils or refunds a redemption.',
  description:
    'Only a pending redemption of a reward that was created with this server. Without platform it is looked for on every connected one.',
  scope: 'rewards:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object(
    {
      redemption_id: id('The redemption; list-redemptions and events name it.'),
      id: id('The same as redemption_id, as list-redemptions calls it.'),
      status: oneOf(redemptionDecisions, { description: 'refunded gives the channel points back.' }),
      platform: optional(platformOf(platformWords, 'The platform of the redemption.')),
      reward_id: id('Its reward, by id, if it is known: it saves a search.'),
    },
    { needsOne: [['redemption_id', 'id']] },
  ),
  output: object({
    platform: rewardPlatform,
    id: text({ description: 'The redemption.' }),
    reward_id: nullable(text({ description: 'null when the platform does not say it.' })),
    status: oneOf(redemptionDecisions),
  }),
  failures: ['redemption_not_found', ...platformFailures],
  example: {
    input: { redemption_id: 'redemption_4kF0aZ81Lq2XnT7cPwYd', status: 'fulfilled', platform: 'PlatformB' },
    output: {
      platform: 'PlatformB',
      id: 'redemption_4kF0aZ81Lq2XnT7cPwYd',
      reward_id: 'reward_hydrate',
      status: 'fulfilled',
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const redemptionId = input.redemption_id ?? input.id ?? ''
    const { status, reward_id: rewardId } = input
    const wanted = input.platform && platformNamed(input.platform)
    const settled = await ctx.rewards.settle(caller.channel, { redemptionId, rewardId, platform: wanted }, status)
    return commit(async () => ({
      platform: wordFor(settled.platform),
      id: redemptionId,
      reward_id: settled.rewardId ?? null,
      status,
    }))
  },
})
