import { defineOperation } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import {
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'

const words = (description: string) => optional(text({ min: 2, max: 100, cleaning: 'line', description }))

const found = model(
  'FoundCategory',
  object({
    alpha_category_id: integer({ description: 'Can be used instead of a name in game and set-stream-meta.' }),
    name: text(),
    slug: text(),
    score: number({ description: 'Similarity from 0 to 100; 100 is an exact match.' }),
    match_type: oneOf(['exact_name', 'exact_slug', 'starts_with', 'contains_word', 'similar']),
  }),
)

const minecraft = {
  alpha_category_id: 22,
  name: 'Minecraft',
  slug: 'minecraft',
  score: 100,
  match_type: 'exact_name',
} as const

export const searchGames = defineOperation({
  name: 'search-games',
  group: 'Stream',
  summary: 'Searches the categories.',
  description: 'Matches names, slugs, prefixes, words and misspellings; the best match comes first.',
  scope: 'stream:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 40,
  effect: 'none',
  input: object(
    {
      query: words('The search text. Required unless game or search is sent.'),
      game: words('Another name for query.'),
      search: words('Another name for query.'),
      limit: withDefault(integer({ min: 1, max: 50, description: 'The maximum number of results.' }), 10),
      min_similarity: withDefault(number({ min: 0, max: 100, description: 'The minimum score.' }), 25),
    },
    { needsOne: [['query', 'game', 'search']] },
  ),
  output: object({
    query: text(),
    total: integer({ description: 'The number of matches with at least min_similarity, before limit.' }),
    best_match: nullable(found),
    games: list(found),
  }),
  failures: [],
  example: {
    input: { query: 'minecraft', limit: 1 },
    output: { query: 'minecraft', total: 24, best_match: minecraft, games: [minecraft] },
  },
  async handle({ input, caller, ctx }) {
    // One of them is there: the input needs it.
    const query = input.query ?? input.game ?? input.search ?? ''
    const wanted = { query, limit: input.limit, minSimilarity: input.min_similarity }
    const { total, items } = await ctx.games.search(wanted)
    const kick = await ctx.stream.kickOf(caller.channel)
    const games = items.map(({ game, score, matchType }) => ({
      alpha_category_id: ctx.games.publicId(game, kick),
      name: game.name,
      slug: game.slug,
      score,
      match_type: matchType,
    }))
    return { query, total, best_match: games[0] ?? null, games }
  },
})
