import { integer, list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { maxAlerts } from './alert-content.ts'

export const orderAlerts = definePanelOperation({
  name: 'order-alerts',
  summary: 'Puts the audio alerts into another order.',
  role: 'editor',
  effect: 'rows',
  input: object({ ids: list(integer(), { max: maxAlerts, description: 'Every alert once, first first.' }) }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { ids: [2, 1, 3, 4] }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.alertContent.order(tx, caller, input.ids)
      return {}
    })
  },
})
