import { maxNameLength, page } from '../../contract/fields.ts'
import { platforms } from '../../contract/platforms.ts'
import { integer, list, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { onPanel, viewerEntry } from './viewer-fields.ts'

export const listViewers = definePanelOperation({
  name: 'list-viewers',
  summary: 'Viewers of one platform: the best first, or those whose name begins with what was typed.',
  role: 'viewer',
  effect: 'none',
  input: object({
    platform: oneOf(platforms, { description: 'Whose viewers.' }),
    by: withDefault(oneOf(['points', 'watch'] as const, { description: 'Which leaderboard.' }), 'points'),
    search: optional(text({ max: maxNameLength, cleaning: 'name', description: 'How the name begins.' })),
    ...page(200, 100),
  }),
  output: object({ total: integer(), viewers: list(viewerEntry) }),
  failures: [],
  example: { input: { platform: 'kick' }, output: { total: 0, viewers: [] } },
  async handle({ input, caller, ctx }) {
    const { platform, by, search, limit, offset } = input
    const { channel } = caller
    const best = await ctx.browse.best(channel, platform, by, { limit, offset })
    const ids = search === undefined ? best.ids : await ctx.browse.named(channel, platform, search, limit)
    const viewers = await Promise.all(ids.map((id) => ctx.viewers.getById(ctx.db, channel.id, id)))
    return { total: best.total, viewers: viewers.flatMap((viewer) => (viewer === undefined ? [] : onPanel(viewer))) }
  },
})
