import { anyPlatform, maxAmount, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'

export const transferPoints = defineOperation({
  name: 'transfer-points',
  group: 'Points',
  summary: 'Moves points from one viewer to another.',
  description: 'All or nothing. Sender and receiver are each found by id, then by name.',
  scope: 'points:write',
  ratePerMinute: 90,
  effect: 'rows',
  input: object(
    {
      from_userid: userReference.userid,
      from_username: userReference.username,
      to_userid: userReference.userid,
      to_username: userReference.username,
      amount: integer({ min: 1, max: maxAmount, description: 'How many points.' }),
      platform: anyPlatform,
    },
    {
      needsOne: [
        ['from_userid', 'from_username'],
        ['to_userid', 'to_username'],
      ],
    },
  ),
  output: object({
    platform: anyPlatform,
    from_username: text(),
    from_user_id: text(),
    to_username: text(),
    to_user_id: text(),
    amount: integer(),
  }),
  failures: ['user_required', 'user_not_found', 'insufficient_points', 'same_user', 'platform_unavailable'],
  example: {
    input: { from_username: 'alice', to_username: 'bob', amount: 25, platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      from_username: 'alice',
      from_user_id: '10001',
      to_username: 'bob',
      to_user_id: '10002',
      amount: 25,
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const sender = { userid: input.from_userid, username: input.from_username }
    const receiver = { userid: input.to_userid, username: input.to_username }
    const platform = platformNamed(input.platform)
    return ctx.viewers.change(commit, caller.channel, platform, [sender, receiver], async (tx, [from, to]) => {
      await ctx.points.transfer(tx, caller, from, to, input.amount, 'transfer-points')
      return {
        platform: input.platform,
        from_username: from.username,
        from_user_id: from.userId,
        to_username: to.username,
        to_user_id: to.userId,
        amount: input.amount,
      }
    })
  },
})
