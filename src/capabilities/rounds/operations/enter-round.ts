import { anyPlatform, maxAmount, oneUser, userReference } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { roundLimits } from '../contract/rounds.ts'
import { roundReference } from './fields.ts'

export const enterRound = defineOperation({
  name: 'enter-round',
  group: 'Rounds',
  summary: 'Enters a viewer in a round.',
  description:
    'One entry for each viewer. In a poll a second vote replaces the first, in a prediction points are added to the same option. The price is taken; the roles that may enter in chat do not apply.',
  scope: 'rounds:write',
  ratePerMinute: 90,
  effect: 'rows',
  input: object(
    {
      id: roundReference('the newest that is open'),
      ...userReference,
      platform: anyPlatform,
      option: optional(
        text({
          max: roundLimits.option,
          cleaning: 'line',
          description: 'The text or number of an option, or an answer.',
        }),
      ),
      points: optional(
        integer({ min: 1, max: maxAmount, description: 'The points to put on the option of a prediction.' }),
      ),
      tickets: optional(
        integer({
          min: 1,
          max: roundLimits.tickets,
          description: 'How many tickets of a giveaway, at most as many as are left. Left out: one.',
        }),
      ),
    },
    oneUser,
  ),
  output: object({ entries: integer({ description: 'How many viewers have entered.' }) }),
  failures: [
    'user_required',
    'user_not_found',
    'round_not_found',
    'round_not_open',
    'option_not_found',
    'insufficient_points',
    'platform_unavailable',
  ],
  example: { input: { id: 1, username: 'alice', platform: 'PlatformA' }, output: { entries: 1 } },
  async handle({ input, caller, ctx, commit }) {
    const { id, option, points, tickets } = input
    const platform = platformNamed(input.platform)
    return ctx.viewers.change(commit, caller.channel, platform, [input], async (tx, [viewer]) => {
      const { entries } = await ctx.rounds.enter(tx, caller, id, viewer, { option, points, tickets })
      return { entries }
    })
  },
})
