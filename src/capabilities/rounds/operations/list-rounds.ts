import { page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, oneOf, optional } from '../../../kernel/schema/schema.ts'
import { roundStatuses } from '../contract/rounds.ts'
import { commitmentExample, roundAnswer, roundOutput, seedExample, winnerExample } from './fields.ts'

export const listRounds = defineOperation({
  name: 'list-rounds',
  group: 'Rounds',
  summary: 'Lists the newest rounds with their results and winners.',
  description: 'Newest first. Rounds that ended are kept for a year.',
  scope: 'rounds:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({
    status: optional(oneOf(roundStatuses, { description: 'Only rounds in this state.' })),
    ...page(100, 20),
  }),
  output: object({ total: integer(), limit: integer(), offset: integer(), rounds: list(roundOutput) }),
  failures: [],
  example: {
    input: {},
    output: {
      total: 1,
      limit: 20,
      offset: 0,
      rounds: [
        {
          id: 1,
          kind: 'giveaway',
          title: 'A keyboard',
          status: 'drawn',
          platform: null,
          options: [],
          entry: {
            word: '!join',
            price: 0,
            max_tickets: 1,
            min_points: 1,
            max_points: 99_999_999,
            who: ['everyone'],
            exclude_recent_winners: 0,
          },
          prize: 0,
          entries: 1,
          results: [],
          winners: [winnerExample],
          option: null,
          commitment: commitmentExample,
          seed: seedExample,
          opened_at: '2026-11-15T20:00:00.000Z',
          closes_at: null,
          closed_at: '2026-11-15T20:05:00.000Z',
          ended_at: '2026-11-15T20:05:00.000Z',
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const { status, limit, offset } = input
    const [total, found] = await Promise.all([
      ctx.rounds.count(caller.channel.id, status),
      ctx.rounds.list(caller.channel.id, { status, limit, offset }),
    ])
    return { total, limit, offset, rounds: found.map(({ round, winners }) => roundAnswer(round, winners)) }
  },
})
