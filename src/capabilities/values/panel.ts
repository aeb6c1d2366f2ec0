import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation, forPanel } from '../../kernel/operation/operation.ts'
import { list, object, oneOf, text } from '../../kernel/schema/schema.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import { platformNamed, platforms } from '../../platforms/contract/platforms.ts'
import { loggedEvent } from '../events/event-fields.ts'
import { sentEvent } from '../events/event-rows.ts'
import { shownContent } from './content.ts'
import type { ValueContent } from './contract/values.ts'
import { defineValue as definePublicly } from './operations/define-value.ts'
import {
  changeFailures,
  findViewer,
  namesViewer,
  toDefinitionRecord,
  toValueRecord,
  type ViewerInput,
  valueRecord,
  valueReference,
  viewerReference,
} from './operations/fields.ts'
import { removeFromValue as removePublicly } from './operations/remove-from-value.ts'
import { setValue as setPublicly } from './operations/set-value.ts'

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

/** The definition alone: its content may change at any time, and a save leaves it as it is. */
export const defineValue = ifUnchanged(forPanel(definePublicly), async ({ name }, { reader, caller, ctx }) => {
  const stored = await ctx.values.findMaybe(reader, caller.channel.id, name)
  if (stored === undefined) return undefined
  const record = toDefinitionRecord(stored.definition, stored.state, ctx.clock.now())
  const { value: _value, count: _count, running: _running, ...definition } = record
  return definition
})

/** A text or a list that was edited as a whole. */
export const setValue = ifUnchanged(forPanel(setPublicly), (input, { reader, caller, ctx }) =>
  contentOf(ctx, reader, caller, input),
)

/** Of a list only the item in this place: others may have been added or removed behind it. */
export const removeFromValue = ifUnchanged(forPanel(removePublicly), async (input, { reader, caller, ctx }) => {
  const items = await contentOf(ctx, reader, caller, input)
  return Array.isArray(items) ? items[input.index ?? 0] : undefined
})

async function contentOf(
  { values, viewers, clock }: Pick<Context, 'values' | 'viewers' | 'clock'>,
  reader: Reader,
  { channel }: PanelCaller,
  { name, platform = 'PlatformA', ...input }: Partial<ViewerInput> & { readonly name: string },
): Promise<ValueContent | undefined> {
  const stored = await values.findMaybe(reader, channel.id, name)
  if (stored === undefined) return undefined
  const { definition } = stored
  const isOfViewer = namesViewer({ ...input, platform })
  const found = isOfViewer ? await viewers.findKnown(channel, platformNamed(platform), input, reader) : undefined
  // A viewer who is not stored has nothing that could be replaced.
  if (isOfViewer && found === undefined) return undefined
  const { state } = await values.heldBy(reader, channel.id, stored, found?.known)
  return shownContent(definition, state, clock.now())
}
