import { page } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { alertStatuses } from '../alerts.ts'

export const listAudioAlerts = defineOperation({
  name: 'list-audio-alerts',
  group: 'Audio alerts',
  summary: 'Lists the audio alerts.',
  description: 'In the order of their ids; total counts the alerts with this status.',
  scope: 'alerts:read',
  ratePerMinute: 90,
  effect: 'none',
  input: object({
    status: withDefault(oneOf(['all', ...alertStatuses], { description: 'Only alerts of this status.' }), 'all'),
    ...page(200, 50),
  }),
  output: object({
    total: integer({ description: 'The number of alerts with this status.' }),
    limit: integer(),
    offset: integer(),
    alerts: list(
      object({
        id: integer(),
        name: text(),
        points: integer({ description: 'The cost for a viewer.' }),
        status: oneOf(alertStatuses),
      }),
    ),
  }),
  failures: [],
  example: {
    input: { status: 'active', limit: 1 },
    output: {
      total: 3,
      limit: 1,
      offset: 0,
      alerts: [{ id: 1, name: 'Airhorn', points: 100, status: 'active' }],
    },
  },
  async handle({ input, caller, ctx }) {
    const { status, limit, offset } = input
    const { total, items } = await ctx.alerts.list(caller.channel, { status, limit, offset })
    return { total, limit, offset, alerts: items }
  },
})
