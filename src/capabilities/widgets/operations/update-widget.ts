import { maxNameLength } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { anyObject, boolean, object, optional, text } from '../../../kernel/schema/schema.ts'
import { widgetPlaceChanges } from '../contract/widget-place.ts'
import { exampleWidget, toWidgetView, widgetId, widgetView } from './fields.ts'

export const updateWidget = defineOperation({
  name: 'update-widget',
  group: 'Widgets',
  summary: 'Changes what a widget shows, where it stands and whether it is shown.',
  description:
    'Everything that is left out stays. A setting of null goes back to its default. The code of a custom widget is changed in the panel only. Numbers such as counters and clocks are changed by set-value and add-to-value.',
  scope: 'widgets:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isIdempotent: true },
  input: object({
    id: widgetId,
    name: optional(text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The name.' })),
    settings: optional(anyObject({ description: 'The settings to change.' })),
    place: optional(object(widgetPlaceChanges, { description: 'Where it stands.' })),
    enabled: optional(boolean({ description: 'Whether it is shown.' })),
    own_link: optional(boolean({ description: 'Whether it is shown by its own link only.' })),
  }),
  output: object({ widget: widgetView }),
  failures: ['widget_not_found'],
  example: {
    input: { id: 1, settings: { label: 'Follower goal', target: 500 } },
    output: { widget: exampleWidget },
  },
  handle({ input, caller, ctx, commit }) {
    const { id, name, settings, place, enabled, own_link } = input
    return commit(async (tx) => {
      const widget = await ctx.widgets.update(tx, caller, id, {
        ...(name === undefined ? {} : { name }),
        ...(settings === undefined ? {} : { settings }),
        ...(place === undefined ? {} : { place }),
        ...(enabled === undefined ? {} : { isEnabled: enabled }),
        ...(own_link === undefined ? {} : { hasOwnLink: own_link }),
      })
      return { widget: toWidgetView(widget) }
    })
  },
})
