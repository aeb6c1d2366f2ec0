import { list, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { services, serviceTitles } from '../../platforms/services.ts'

export const listSignIns = definePanelOperation({
  name: 'list-sign-ins',
  summary: 'The accounts that you sign in with, and where you can add one.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    accounts: list(object({ service: text(), title: text(), account_id: text(), username: text() })),
    offered: list(object({ service: oneOf(services), title: text() })),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      accounts: [{ service: 'kick', title: 'Kick', account_id: '1234567', username: 'streamer' }],
      offered: [{ service: 'kick', title: 'Kick' }],
    },
  },
  async handle({ caller, ctx }) {
    const accounts = await ctx.people.accountsOf(caller.person)
    return {
      accounts: accounts.map(({ service, accountId, username }) => ({
        service,
        title: titleOf(service),
        account_id: accountId,
        username,
      })),
      offered: ctx.signingIn.services.map((service) => ({ service, title: serviceTitles[service] })),
    }
  },
})

/** The stand-ins' accounts are named after the platform that they stand in for. */
function titleOf(name: string): string {
  const found = services.find((service) => name === service || name === `sandbox:${service}`)
  if (found === undefined) return name
  return found === name ? serviceTitles[found] : `${serviceTitles[found]} (sandbox)`
}
