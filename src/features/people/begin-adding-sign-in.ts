import { object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { services } from '../../platforms/services.ts'
import { addingKey } from './adding-key.ts'

export const beginAddingSignIn = definePanelOperation({
  name: 'begin-adding-sign-in',
  summary: "The address of a service's own page, where you prove an account that will let you in from then on.",
  role: 'viewer',
  needsRecentSignIn: true,
  effect: 'rows',
  input: object({ service: oneOf(services, { description: 'Where the account is.' }) }),
  output: object({ address: text() }),
  failures: ['not_found'],
  example: {
    input: { service: 'kick' },
    output: { address: 'https://id.kick.com/oauth/authorize?response_type=code&client_id=…&state=…' },
  },
  async handle({ input, caller, ctx }) {
    return { address: await ctx.signingIn.begin(input.service, addingKey(caller.sessionId)) }
  },
})
