import { integer, list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { maxAlerts } from './alert-content.ts'
import { alertExample, alertFields, toAlertFields } from './alert-fields.ts'

export const listAlerts = definePanelOperation({
  name: 'list-alerts',
  summary: 'The audio alerts with all that belongs to them, in the order of the broadcaster.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ alerts: list(alertFields), max: integer({ description: 'How many there can be.' }) }),
  failures: [],
  example: { input: {}, output: { alerts: [alertExample], max: maxAlerts } },
  async handle({ caller, ctx }) {
    const channelId = caller.channel.id
    const alerts = await ctx.alertContent.list(channelId)
    return { alerts: await Promise.all(alerts.map((alert) => toAlertFields(ctx, channelId, alert))), max: maxAlerts }
  },
})
