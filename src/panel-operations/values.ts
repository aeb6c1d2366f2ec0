import { platforms } from '../contract/platforms.ts'
import { list, object, oneOf, text } from '../contract/schema.ts'
import { sentEvent } from '../features/events/event-rows.ts'
import { definePanelOperation } from '../operation.ts'
import {
  changeFailures,
  findViewer,
  toValueRecord,
  valueRecord,
  valueReference,
  viewerReference,
} from '../operations/values/fields.ts'
import { loggedEvent } from './event-fields.ts'

const shownViewers = 50
const shownItems = 5

export const getValueHistory = definePanelOperation({
  name: 'get-value-history',
  summary: 'Lists the last changes of a named value, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ name: valueReference, ...viewerReference }),
  output: object({ events: list(loggedEvent) }),
  failures: changeFailures,
  example: {
    input: { name: 'deaths' },
    output: {
      events: [
        {
          seq: 7,
          kind: 'value.changed',
          platform: null,
          viewerId: null,
          actor: 'command:3',
          requestId: 'req_1',
          at: 1_763_000_000_000,
          data: { name: 'deaths', type: 'number', change: 'added', value: 4, previous_value: 3 },
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const viewer = await findViewer(ctx, caller, input)
    const { recent } = await ctx.values.get(ctx.db, channelId, input.name, viewer)
    const events = await ctx.events.numbered(ctx.db, channelId, recent.toReversed())
    return { events: events.map(sentEvent) }
  },
})

export const listViewerValues = definePanelOperation({
  name: 'list-viewer-values',
  summary: 'Lists the viewers whose own value was changed last, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ name: valueReference }),
  output: object({
    viewers: list(object({ ...valueRecord, username: text(), displayname: text(), platform: oneOf(platforms) })),
  }),
  failures: ['value_not_found'],
  example: {
    input: { name: 'deaths' },
    output: {
      viewers: [
        { name: 'deaths', type: 'number', value: 4, username: 'alice', displayname: 'Alice', platform: 'kick' },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const { definition, held } = await ctx.values.newestViewers(ctx.db, channelId, input.name, shownViewers)
    const now = ctx.clock.now()
    const viewers = await Promise.all(
      held.map(async ({ viewerId, state }) => {
        const viewer = await ctx.viewers.getById(ctx.db, channelId, viewerId)
        if (viewer === undefined) return []
        const { username, displayname, platform } = viewer
        return [{ ...toValueRecord(definition, state, now, shownItems), username, displayname, platform }]
      }),
    )
    return { viewers: viewers.flat() }
  },
})
