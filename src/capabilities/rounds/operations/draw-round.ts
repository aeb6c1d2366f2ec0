import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, nullable, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { roundLimits } from '../contract/rounds.ts'
import {
  resultList,
  resultsAnswer,
  roundReference,
  seedExample,
  seedOutput,
  winnerExample,
  winnerList,
  winnersAnswer,
} from './fields.ts'

export const drawRound = defineOperation({
  name: 'draw-round',
  group: 'Rounds',
  summary: 'Draws the winners of a giveaway, or pays out a prediction.',
  description:
    'An open round is closed first. A giveaway draws from its seed, which the answer reveals; with again it draws further winners, and nobody wins twice. A prediction needs the option that came true: its points are shared by those who chose it, in proportion and rounded down, and given back if nobody did.',
  scope: 'rounds:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'outside',
  input: object({
    id: roundReference('the newest that has not ended; with again, the newest that was drawn'),
    winners: optional(
      integer({
        min: 1,
        max: roundLimits.winners,
        description: 'How many winners. Left out: as many as the round was opened with; with again, one.',
      }),
    ),
    option: optional(
      text({
        max: roundLimits.option,
        cleaning: 'line',
        description: 'The text or number of the option that came true.',
      }),
    ),
    again: withDefault(boolean({ description: 'Draw further winners of a giveaway that has been drawn.' }), false),
  }),
  output: object({
    id: integer(),
    winners: winnerList,
    seed: seedOutput,
    option: nullable(text({ description: 'The option that came true.' })),
    results: resultList,
  }),
  failures: [
    'round_not_found',
    'round_ended',
    'round_empty',
    'option_not_found',
    'prediction_not_found',
    ...platformFailures,
  ],
  example: {
    input: { id: 1 },
    output: { id: 1, winners: [winnerExample], seed: seedExample, option: null, results: [] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { id, winners: wanted, option, again } = input
    const write = await ctx.rounds.prepareDraw(caller, id, { winners: wanted, option, again })
    return commit(async (tx) => {
      const { round, winners } = await write(tx)
      const { seed, outcome, options } = round
      return {
        id: round.id,
        winners: winnersAnswer(winners),
        seed,
        option: outcome === null ? null : (options[outcome - 1] ?? null),
        results: resultsAnswer(round),
      }
    })
  },
})
