import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { resultList, resultsAnswer, roundReference } from './fields.ts'

export const closeRound = defineOperation({
  name: 'close-round',
  group: 'Rounds',
  summary: 'Closes a round: it takes no more entries.',
  description:
    'A poll is counted by this, and a trivia round ends with the right answers so far. A giveaway or a prediction then waits for draw-round. Closing a closed round returns its results again.',
  scope: 'rounds:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'outside',
  input: object({ id: roundReference('the newest that is open') }),
  output: object({ id: integer(), entries: integer(), results: resultList }),
  failures: ['round_not_found', 'round_ended', 'poll_not_found', 'prediction_not_found', ...platformFailures],
  example: {
    input: { id: 1 },
    output: {
      id: 1,
      entries: 3,
      results: [
        { option: 'Chess', entries: 2, points: 0 },
        { option: 'Minecraft', entries: 1, points: 0 },
      ],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const write = await ctx.rounds.prepareClose(caller, input.id)
    return commit(async (tx) => {
      const round = await write(tx)
      return { id: round.id, entries: round.entries, results: resultsAnswer(round) }
    })
  },
})
