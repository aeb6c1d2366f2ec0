import { anyPlatform, page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'

export const getPointsTop = defineOperation({
  name: 'get-points-top',
  group: 'Points',
  summary: 'Lists the viewers with the most points.',
  description: 'Ordered by points, then by who was seen first. Bots are left out.',
  scope: 'points:read',
  ratePerMinute: 90,
  effect: 'none',
  input: object({ ...page(100, 20), platform: anyPlatform }),
  output: object({
    platform: anyPlatform,
    limit: integer(),
    offset: integer(),
    total: integer({ description: 'The number of viewers on the leaderboard.' }),
    users: list(object({ rank: integer(), username: text(), points: integer() })),
  }),
  failures: [],
  example: {
    input: { limit: 2, platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      limit: 2,
      offset: 0,
      total: 20,
      users: [
        { rank: 1, username: 'alice', points: 1200 },
        { rank: 2, username: 'bob', points: 850 },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const { limit, offset, platform } = input
    const { total, items } = await ctx.points.top(caller.channel, platformNamed(platform), { limit, offset })
    return { platform, limit, offset, total, users: items }
  },
})
