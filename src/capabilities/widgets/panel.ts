import { maxNameLength } from '../../definitions/fields.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { widgetPlace } from './contract/widget-place.ts'
import { widgetTypes } from './contract/widgets.ts'
import { exampleWidget, toWidgetView, widgetFields, widgetId } from './operations/fields.ts'
import { maxWidgets, type Widget } from './widget-rows.ts'
import type { WidgetDraft } from './widgets.ts'

const widgetEntry = object({
  ...widgetFields,
  failure: nullable(
    object({ reason: text(), at: integer() }, { description: 'Why a page removed it, since it was last changed.' }),
  ),
})

const isEnabled = boolean({ description: 'Whether it is shown.' })

const written = {
  name: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The name.' }),
  settings: withDefault(anyObject({ description: 'Its settings; which ones there are depends on its type.' }), {}),
  place: widgetPlace,
  own_link: withDefault(boolean({ description: 'Whether it is shown by its own link only.' }), false),
}

const exampleEntry = { ...exampleWidget, failure: null }
const exampleDraft = { name: exampleWidget.name, settings: exampleWidget.settings, place: exampleWidget.place }

function toEntry(widget: Widget) {
  return { ...toWidgetView(widget), failure: widget.failure ?? null }
}

function toDraft(input: {
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly place: WidgetDraft['place']
  readonly own_link: boolean
}): Omit<WidgetDraft, 'isEnabled'> {
  const { settings, place, own_link } = input
  return { name: input.name.trim(), settings, place, hasOwnLink: own_link }
}

export const listWidgetSettings = definePanelOperation({
  name: 'list-widget-settings',
  summary: 'Lists the widgets with all their settings, and those that a page has removed.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ widgets: list(widgetEntry), max: integer({ description: 'The maximum number.' }) }),
  failures: [],
  example: { input: {}, output: { widgets: [exampleEntry], max: maxWidgets } },
  async handle({ caller, ctx }) {
    return { widgets: (await ctx.widgets.list(caller.channel.id)).map(toEntry), max: maxWidgets }
  },
})

export const createWidget = definePanelOperation({
  name: 'create-widget',
  summary: 'Creates a widget.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    type: oneOf([...widgetTypes], { description: 'The kind of widget.' }),
    ...written,
    enabled: withDefault(isEnabled, true),
  }),
  output: object({ widget: widgetEntry }),
  failures: ['invalid_parameter'],
  example: { input: { type: 'goal', ...exampleDraft }, output: { widget: exampleEntry } },
  handle({ input, caller, ctx, commit }) {
    const draft = { ...toDraft(input), isEnabled: input.enabled }
    return commit(async (tx) => ({ widget: toEntry(await ctx.widgets.create(tx, caller, input.type, draft)) }))
  },
})

const saveWidgetUnchecked = definePanelOperation({
  name: 'save-widget',
  summary: 'Replaces name, settings and place of a widget. Its switch stays if it is left out.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: widgetId, ...written, enabled: optional(isEnabled) }),
  output: object({ widget: widgetEntry }),
  failures: ['widget_not_found', 'invalid_parameter'],
  example: { input: { id: 1, ...exampleDraft }, output: { widget: exampleEntry } },
  handle({ input, caller, ctx, commit }) {
    const draft = { ...toDraft(input), isEnabled: input.enabled }
    return commit(async (tx) => ({ widget: toEntry(await ctx.widgets.save(tx, caller, input.id, draft)) }))
  },
})

// The switch in the list is not compared, which takes effect at once.
export const saveWidget = ifUnchanged(saveWidgetUnchecked, async ({ id }, { reader, caller, ctx }) => {
  const { name, settings, place, own_link } = toEntry(await ctx.widgets.get(reader, caller.channel.id, id))
  return { name, settings, place, own_link }
})

export const duplicateWidget = definePanelOperation({
  name: 'duplicate-widget',
  summary: 'Copies a widget.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: widgetId }),
  output: object({ widget: widgetEntry }),
  failures: ['widget_not_found', 'invalid_parameter'],
  example: { input: { id: 1 }, output: { widget: { ...exampleEntry, id: 2, name: 'Follower goal copy' } } },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => ({ widget: toEntry(await ctx.widgets.duplicate(tx, caller, input.id)) }))
  },
})

export const deleteWidget = definePanelOperation({
  name: 'delete-widget',
  summary: 'Deletes a widget.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: widgetId }),
  output: object({}),
  failures: ['widget_not_found'],
  example: { input: { id: 1 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.widgets.remove(tx, caller, input.id)
      return {}
    })
  },
})
