import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const deleteAlert = definePanelOperation({
  name: 'delete-alert',
  summary: 'Deletes an audio alert. Its files stay among the uploads.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: integer({ description: 'The alert.' }) }),
  output: object({}),
  failures: ['alert_not_found'],
  example: { input: { id: 4 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.alertContent.remove(tx, caller, input.id)
      return {}
    })
  },
})
