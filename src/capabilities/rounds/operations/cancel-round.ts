import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { roundReference } from './fields.ts'

export const cancelRound = defineOperation({
  name: 'cancel-round',
  group: 'Rounds',
  summary: 'Cancels a round and gives back what viewers paid.',
  description: 'A round that was drawn cannot be cancelled. With many entries the last points arrive after the answer.',
  scope: 'rounds:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({ id: roundReference('the newest that has not ended') }),
  output: object({
    id: integer(),
    refunded: integer({ description: 'How many viewers get points back.' }),
    points: integer({ description: 'The points they get back in all.' }),
  }),
  failures: ['round_not_found', 'round_ended', 'poll_not_found', 'prediction_not_found', ...platformFailures],
  example: { input: { id: 1 }, output: { id: 1, refunded: 2, points: 150 } },
  async handle({ input, caller, ctx, commit }) {
    const write = await ctx.rounds.prepareCancel(caller, input.id)
    return commit(async (tx) => {
      const { round, refunded, points } = await write(tx)
      return { id: round.id, refunded, points }
    })
  },
})
