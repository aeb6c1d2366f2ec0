import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { browserKey } from './browser-key.ts'
import { accountRole, serviceName } from './fields.ts'

export const beginConnecting = definePanelOperation({
  name: 'begin-connecting',
  summary: "The address of a service's own page, where an account says yes. It comes back to this session only.",
  role: 'owner',
  effect: 'rows',
  input: object({ service: serviceName, role: accountRole }),
  output: object({ address: text() }),
  failures: ['not_found', 'invalid_parameter'],
  example: {
    input: { service: 'kick', role: 'broadcaster' },
    output: { address: 'https://id.kick.com/oauth/authorize?response_type=code&client_id=…&state=…' },
  },
  async handle({ input, caller, ctx }) {
    const wanted = { channelId: caller.channel.id, role: input.role }
    const preSession = browserKey(caller.sessionId, caller.channel)
    return { address: await ctx.connecting.begin(input.service, { ...wanted, preSession }) }
  },
})
