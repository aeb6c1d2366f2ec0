import { anyPlatform, maxAmount, oneUser, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'

export const addPoints = defineOperation({
  name: 'add-points',
  group: 'Points',
  summary: 'Adds points to a viewer.',
  description:
    'The viewer is found by userid, then by username. A viewer who is not stored yet is created if the platform knows them.',
  scope: 'points:write',
  ratePerMinute: 90,
  effect: 'rows',
  input: object(
    {
      ...userReference,
      amount: integer({ min: 1, max: maxAmount, description: 'How many points.' }),
      platform: anyPlatform,
    },
    oneUser,
  ),
  output: object({}),
  failures: ['user_required', 'user_not_found', 'platform_unavailable'],
  example: { input: { username: 'alice', amount: 50, platform: 'PlatformA' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    return ctx.viewers.change(commit, caller.channel, platform, [input], async (tx, [viewer]) => {
      await ctx.points.add(tx, caller, viewer, input.amount, 'add-points')
      return {}
    })
  },
})
