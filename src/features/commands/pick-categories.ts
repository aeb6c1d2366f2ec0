import { Failure } from '../../contract/failures.ts'
import { integer, list, object, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const pickCategories = definePanelOperation({
  name: 'pick-categories',
  summary: 'Categories with the ids that commands keep: those that come close to what was typed, and those asked for.',
  role: 'viewer',
  effect: 'none',
  input: object({
    query: optional(text({ max: 100, cleaning: 'line', description: 'What was typed.' })),
    ids: withDefault(list(integer(), { max: 200, description: 'Whose names are wanted.' }), []),
  }),
  output: object({ categories: list(object({ id: integer(), name: text() })) }),
  failures: [],
  example: { input: { query: 'mine' }, output: { categories: [{ id: 7, name: 'Minecraft' }] } },
  async handle({ input, caller, ctx }) {
    const { query, ids } = input
    const kick = (await ctx.platforms.find(caller.channel.id, 'kick'))?.connector
    const categories = []
    for (const id of ids) {
      try {
        categories.push({ id, name: (await ctx.games.getByPublicId(id, kick)).name })
      } catch (error) {
        // A category that is gone keeps its number, so that it can be taken out.
        if (!(error instanceof Failure)) throw error
      }
    }
    if (query === undefined) return { categories }
    const { items } = await ctx.games.search({ query, limit: 8, minSimilarity: 30 })
    const found = items.map(({ game }) => ({ id: ctx.games.publicId(game, kick), name: game.name }))
    return { categories: [...categories, ...found] }
  },
})
