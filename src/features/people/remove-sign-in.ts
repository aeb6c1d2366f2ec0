import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const removeSignIn = definePanelOperation({
  name: 'remove-sign-in',
  summary: 'This account no longer lets you in. Sessions that it began go on.',
  role: 'viewer',
  effect: 'rows',
  input: object({
    service: text({ max: 50, description: 'Where the account is, as list-sign-ins says.' }),
    account_id: text({ max: 200, description: 'Which account there.' }),
  }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { service: 'kick', account_id: '1234567' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.dropAccount(tx, caller, caller.person, input.service, input.account_id)
      return {}
    })
  },
})
