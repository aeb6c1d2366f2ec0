import { platformOf } from '../../definitions/fields.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, object, text, withDefault } from '../../kernel/schema/schema.ts'
import { platformWords, wordFor } from '../../platforms/contract/platforms.ts'
import { commitmentExample, roundAnswer, roundOutput, seedExample, winnerExample } from './operations/fields.ts'

/** What is needed to repeat the draw of a giveaway, in pages. */
export const getRoundProof = definePanelOperation({
  name: 'get-round-proof',
  summary: 'Returns a round with the entries by which its draw can be verified.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'none',
  input: object({
    id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    after: withDefault(integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), 0),
  }),
  output: object({
    round: roundOutput,
    entries: list(
      object({
        number: integer(),
        platform: platformOf(platformWords),
        username: text(),
        choice: integer(),
        tickets: integer(),
        points: integer(),
        weight: nullable(integer()),
        paid: nullable(integer()),
      }),
    ),
  }),
  failures: ['round_not_found'],
  example: {
    input: { id: 1 },
    output: {
      round: {
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
      entries: [
        {
          number: 1,
          platform: 'PlatformA',
          username: 'alice',
          choice: 0,
          tickets: 1,
          points: 0,
          weight: 1,
          paid: null,
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const round = await ctx.rounds.get(channelId, input.id)
    const entries = await ctx.roundRecords.entries(channelId, round.id, input.after)
    return {
      round: roundAnswer(round, await ctx.rounds.winners(channelId, round.id)),
      entries: entries.map(({ displayname: _, platform, ...entry }) => ({ ...entry, platform: wordFor(platform) })),
    }
  },
})
