import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object } from '../../../kernel/schema/schema.ts'
import { exampleWidget, toWidgetView, widgetView } from './fields.ts'

export const listWidgets = defineOperation({
  name: 'list-widgets',
  group: 'Widgets',
  summary: 'Lists the widgets with their settings and places.',
  description: 'Used to discover the ids for update-widget.',
  scope: 'widgets:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object({}),
  output: object({ total: integer(), widgets: list(widgetView) }),
  failures: [],
  example: { input: {}, output: { total: 1, widgets: [exampleWidget] } },
  async handle({ caller, ctx }) {
    const widgets = await ctx.widgets.list(caller.channel.id)
    return { total: widgets.length, widgets: widgets.map(toWidgetView) }
  },
})
