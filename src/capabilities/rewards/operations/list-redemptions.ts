import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { redemptionStatuses } from '../../../platforms/contract/interaction-states.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import type { RedemptionOfUser } from '../../../platforms/rewards.ts'
import { rewardPlatform, rewardReference } from './fields.ts'

/** A platform is asked for every row before the page. */
const maxOffset = 10_000

export const listRedemptions = defineOperation({
  name: 'list-redemptions',
  group: 'Rewards',
  summary: 'Lists redemptions of channel point rewards.',
  description: 'Oldest first: of one reward, or of all rewards that were created with this server.',
  scope: 'rewards:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({
    platform: rewardPlatform,
    reward_id: rewardReference.reward_id,
    status: withDefault(oneOf(redemptionStatuses, { description: 'Which redemptions.' }), 'pending'),
    limit: withDefault(integer({ min: 1, max: 50, description: 'How many rows at most.' }), 50),
    offset: withDefault(
      integer({ min: 0, max: maxOffset, description: 'How many rows to pass over, for the next page.' }),
      0,
    ),
  }),
  output: object({
    platform: rewardPlatform,
    status: oneOf(redemptionStatuses),
    limit: integer(),
    offset: integer(),
    total: integer({ description: 'How many are listed. There is no further page when it is below limit.' }),
    redemptions: list(
      object({
        id: text({ description: 'The redemption_id of update-redemption.' }),
        reward_id: text(),
        reward_title: text(),
        cost: integer(),
        user_id: text(),
        username: text(),
        displayname: text(),
        message: text({ description: 'What the viewer wrote.' }),
        status: oneOf(redemptionStatuses),
        redeemed_at: dateTime({ description: 'When it was redeemed.' }),
      }),
    ),
  }),
  failures: ['reward_not_found', ...platformFailures],
  example: {
    input: { platform: 'PlatformB' },
    output: {
      platform: 'PlatformB',
      status: 'pending',
      limit: 50,
      offset: 0,
      total: 1,
      redemptions: [
        {
          id: 'redemption_4kF0aZ81Lq2XnT7cPwYd',
          reward_id: 'reward_hydrate',
          reward_title: 'Hydrate',
          cost: 100,
          user_id: '20001',
          username: 'alice',
          displayname: 'Alice',
          message: '',
          status: 'pending',
          redeemed_at: '2026-11-15T20:00:00.000Z',
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const { status, limit, offset } = input
    const platform = platformNamed(input.platform)
    const found = await ctx.rewards.listRedemptions(caller.channel, platform, {
      reward: input.reward_id,
      status,
      limit,
      offset,
    })
    return { platform: input.platform, status, limit, offset, total: found.length, redemptions: found.map(toRecord) }
  },
})

function toRecord({ user, ...redemption }: RedemptionOfUser) {
  return {
    id: redemption.redemptionId,
    reward_id: redemption.rewardId,
    reward_title: redemption.rewardTitle,
    cost: redemption.cost,
    user_id: user.id,
    username: user.username,
    displayname: user.displayname,
    message: redemption.message,
    status: redemption.status,
    redeemed_at: new Date(redemption.redeemedAt).toISOString(),
  }
}
