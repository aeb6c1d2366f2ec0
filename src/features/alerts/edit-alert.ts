import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { alertExample, alertFields, alertInput, toAlertFields, toDraft } from './alert-fields.ts'

export const editAlert = definePanelOperation({
  name: 'edit-alert',
  summary: 'Writes an audio alert anew, as a whole.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: integer({ description: 'The alert.' }), ...alertInput }),
  output: object({ alert: alertFields }),
  failures: ['alert_not_found', 'invalid_parameter'],
  example: {
    input: { id: 1, name: 'Airhorn', points: 100, sound: 'builtin:alarm' },
    output: { alert: alertExample },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const alert = await ctx.alertContent.edit(tx, caller, input.id, toDraft(input))
      return { alert: await toAlertFields({ db: tx, media: ctx.media }, caller.channel.id, alert) }
    })
  },
})
