import { list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

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
