import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { categoryChanged, categoryPlatform, gameIn, gameReference, platformIn, resultOf, results } from './fields.ts'

export const game = defineOperation({
  name: 'game',
  group: 'Stream',
  summary: 'Changes the category of the stream.',
  description:
    'The category is found by alpha_category_id, otherwise by the closest name. Without a platform, all connected platforms are changed. The call succeeds if at least one was changed.',
  scope: 'stream:write',
  ratePerMinute: 20,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({ ...gameReference, platform: categoryPlatform }, { needsOne: [['game', 'alpha_category_id']] }),
  output: object({
    game: text({ description: 'The name of the category that was set.' }),
    platform: categoryChanged,
    results,
  }),
  failures: ['category_not_found', ...platformFailures],
  example: {
    input: { game: 'Minecraft', platform: 'PlatformA' },
    output: {
      game: 'Minecraft',
      platform: 'PlatformA',
      results: [{ platform: 'PlatformA', success: true, error: null, code: null }],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const wanted = await gameIn(ctx, caller.channel, input)
    if (wanted === undefined) throw new Failure('category_not_found')
    const changes = await ctx.stream.change(caller.channel, { platform: platformIn(input.platform), game: wanted })
    return commit(async (tx) => {
      await ctx.stream.note(tx, caller, changes)
      return { game: wanted.name, platform: input.platform ?? 'all', results: changes.map(resultOf) }
    })
  },
})
