import { anyPlatform, maxAmount, oneUser, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'

export const setPoints = defineOperation({
  name: 'set-points',
  group: 'Points',
  summary: 'Sets the points of a viewer.',
  description: 'Answers with the balance before and after; changed is the difference.',
  scope: 'points:write',
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isDestructive: true, isIdempotent: true },
  input: object(
    {
      ...userReference,
      amount: integer({ min: 0, max: maxAmount, description: 'The new balance.' }),
      platform: anyPlatform,
    },
    oneUser,
  ),
  output: object({
    platform: anyPlatform,
    username: text(),
    old_points: integer(),
    points: integer(),
    changed: integer({ description: 'New balance minus old balance.' }),
  }),
  failures: ['user_required', 'user_not_found', 'platform_unavailable'],
  example: {
    input: { username: 'bob', amount: 1000, platform: 'PlatformA' },
    output: { platform: 'PlatformA', username: 'bob', old_points: 850, points: 1000, changed: 150 },
  },
  async handle({ input, caller, ctx, commit }) {
    const platform = platformNamed(input.platform)
    return ctx.viewers.change(commit, caller.channel, platform, [input], async (tx, [viewer]) => {
      const points = await ctx.points.set(tx, caller, viewer, input.amount, 'set-points')
      const { username, points: old } = viewer
      return { platform: input.platform, username, old_points: old, points, changed: points - old }
    })
  },
})
