import { optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, object } from '../../../kernel/schema/schema.ts'
import { exampleWidget, toWidgetView, widgetView } from './fields.ts'

export const listWidgets = defineOperation({
  name: 'list-widgets',
  group: 'Widgets',
  summary: 'Lists the widgets with their settings and places.',
  description: 'Used to discover the ids for update-widget.',
  scope: 'widgets:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object(optionalPage),
  output: object({ ...pageAnswer, widgets: list(widgetView) }),
  failures: [],
  example: { input: {}, output: { total: 1, limit: null, offset: 0, widgets: [exampleWidget] } },
  async handle({ input, caller, ctx }) {
    const widgets = await ctx.widgets.list(caller.channel.id)
    const { rows, answer } = pageOf(widgets, input)
    return { ...answer, widgets: rows.map(toWidgetView) }
  },
})
