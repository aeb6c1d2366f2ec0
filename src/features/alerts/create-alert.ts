import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { alertExample, alertFields, alertInput, toAlertFields, toDraft } from './alert-fields.ts'

export const createAlert = definePanelOperation({
  name: 'create-alert',
  summary: 'Makes an audio alert.',
  role: 'editor',
  effect: 'rows',
  input: object(alertInput),
  output: object({ alert: alertFields }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Airhorn', points: 100, sound: 'builtin:alarm' },
    output: { alert: alertExample },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const alert = await ctx.alertContent.create(tx, caller, toDraft(input))
      return { alert: await toAlertFields({ db: tx, media: ctx.media }, caller.channel.id, alert) }
    })
  },
})
