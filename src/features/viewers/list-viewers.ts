import { Failure } from '../../contract/failures.ts'
import { dateSpan, maxNameLength, page } from '../../contract/fields.ts'
import { platforms } from '../../contract/platforms.ts'
import { integer, list, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { spanOf } from '../watch-time/days.ts'
import { onPanel, viewerEntry } from './viewer-fields.ts'

export const listViewers = definePanelOperation({
  name: 'list-viewers',
  summary: 'Viewers of one platform: the best of a day, a range or all time, or those whose name begins so.',
  role: 'viewer',
  effect: 'none',
  input: object({
    platform: oneOf(platforms, { description: 'Whose viewers.' }),
    by: withDefault(oneOf(['points', 'watch'] as const, { description: 'Which leaderboard.' }), 'points'),
    search: optional(text({ max: maxNameLength, cleaning: 'name', description: 'How the name begins.' })),
    ...dateSpan,
    ...page(200, 100),
  }),
  output: object({
    total: integer(),
    viewers: list(viewerEntry, {
      description: 'With a day or a range, watch_minutes and message_count are those of that time.',
    }),
  }),
  failures: ['invalid_parameter'],
  example: { input: { platform: 'kick' }, output: { total: 0, viewers: [] } },
  async handle({ input, caller, ctx }) {
    const { platform, by, search, limit, offset } = input
    const { channel } = caller
    const span = spanOf(input)
    const get = (id: number) => ctx.viewers.getById(ctx.db, channel.id, id)
    if (search === undefined && span.mode !== 'all') {
      if (by === 'points') {
        throw new Failure('invalid_parameter', {
          message: 'by must be watch with a day or a range: points are a balance.',
        })
      }
      const { total, items } = await ctx.watchTime.top(channel, platform, span, { limit, offset })
      const viewers = await Promise.all(
        items.map(async ({ id, minutes, messages }) => {
          const viewer = await get(id)
          return viewer === undefined ? [] : { ...onPanel(viewer), watch_minutes: minutes, message_count: messages }
        }),
      )
      return { total, viewers: viewers.flat() }
    }
    const best = await ctx.browse.best(channel, platform, by, { limit, offset })
    const ids = search === undefined ? best.ids : await ctx.browse.named(channel, platform, search, limit)
    const viewers = await Promise.all(ids.map(get))
    return { total: best.total, viewers: viewers.flatMap((viewer) => (viewer === undefined ? [] : onPanel(viewer))) }
  },
})
