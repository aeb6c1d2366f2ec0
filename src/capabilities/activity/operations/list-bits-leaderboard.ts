import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { leaderboardPeriods } from '../../../platforms/audience-figures.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

const platform = oneOf(platformWords, { description: 'Whose leaderboard.' })
const period = oneOf(leaderboardPeriods, { description: 'The current week or month, or all time.' })

export const listBitsLeaderboard = defineOperation({
  name: 'list-bits-leaderboard',
  group: 'Activity',
  summary: 'Lists who gave the most bits, or what a platform has in their place.',
  description:
    "The platform's own leaderboard, which includes gifts from before the account was connected. A platform without one answers with 400 and a sentence.",
  scope: 'activity:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object({
    platform: withDefault(platform, 'PlatformA'),
    period: withDefault(period, 'lifetime'),
    limit: withDefault(integer({ min: 1, max: 100, description: 'How many rows at most.' }), 10),
  }),
  output: object({
    platform,
    period,
    leaders: list(
      object({
        rank: integer(),
        user_id: text({ description: "The person's id on the platform." }),
        username: text(),
        displayname: text(),
        amount: integer(),
      }),
    ),
  }),
  failures: platformFailures,
  example: {
    input: { period: 'week', limit: 1 },
    output: {
      platform: 'PlatformA',
      period: 'week',
      leaders: [{ rank: 1, user_id: '10001', username: 'alice', displayname: 'Alice', amount: 500 }],
    },
  },
  async handle({ input, caller, ctx }) {
    const { platform: word, period: wanted, limit } = input
    const found = await ctx.audienceFigures.listBitsLeaders(caller.channel, platformNamed(word), {
      period: wanted,
      limit,
    })
    const leaders = found.map(({ rank, user, amount }) => {
      return { rank, user_id: user.id, username: user.username, displayname: user.displayname, amount }
    })
    return { platform: word, period: wanted, leaders }
  },
})
