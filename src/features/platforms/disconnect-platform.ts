import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { accountRole, serviceName } from './fields.ts'

export const disconnectPlatform = definePanelOperation({
  name: 'disconnect-platform',
  summary: 'Forgets an account and gives its tokens back to the service.',
  role: 'owner',
  effect: 'outside',
  input: object({ service: serviceName, role: accountRole }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { service: 'kick', role: 'bot' }, output: {} },
  async handle({ input, caller, ctx }) {
    const { service, role } = input
    await ctx.connecting.disconnect({ channelId: caller.channel.id, service, role }, caller)
    return {}
  },
})
