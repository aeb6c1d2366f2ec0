import { Failure } from '../contract/failures.ts'
import { platforms } from '../contract/platforms.ts'
import { boolean, list, nullable, object, oneOf, optional, text } from '../contract/schema.ts'
import { failureOf } from '../features/stream/stream.ts'
import { definePanelOperation } from '../operation.ts'

export const setStream = definePanelOperation({
  name: 'set-stream',
  summary: 'Changes title and category on every connected platform that takes them.',
  role: 'moderator',
  effect: 'outside',
  input: object({
    title: optional(text({ max: 140, cleaning: 'line', description: 'The new title.' })),
    category: optional(text({ max: 100, cleaning: 'line', description: 'The new category, by name.' })),
  }),
  output: object({
    results: list(object({ platform: oneOf(platforms), done: boolean(), trouble: nullable(text()) })),
  }),
  failures: ['category_not_found', 'platform_not_connected', 'platform_unavailable', 'platform_refused'],
  example: {
    input: { title: 'Evening show' },
    output: { results: [{ platform: 'kick', done: true, trouble: null }] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { title, category } = input
    if (title === undefined && category === undefined) {
      throw new Failure('invalid_parameter', { message: 'title or category is required.' })
    }
    const game = category === undefined ? undefined : await ctx.games.getByName(category)
    const changes = await ctx.stream.change(caller.channel, { title, game })
    return commit(async (tx) => {
      await ctx.stream.note(tx, caller, changes)
      const results = changes.map((change) => {
        const trouble = failureOf(change)?.message ?? null
        return { platform: change.platform, done: trouble === null, trouble }
      })
      return { results }
    })
  },
})

export const searchCategories = definePanelOperation({
  name: 'search-categories',
  summary: 'Categories whose names come close to what was typed.',
  role: 'viewer',
  effect: 'none',
  input: object({ query: text({ max: 100, cleaning: 'line', description: 'What was typed.' }) }),
  output: object({ names: list(text()) }),
  failures: [],
  example: { input: { query: 'mine' }, output: { names: ['Minecraft'] } },
  async handle({ input, ctx }) {
    const { items } = await ctx.games.search({ query: input.query, limit: 8, minSimilarity: 30 })
    return { names: items.map(({ game }) => game.name) }
  },
})
