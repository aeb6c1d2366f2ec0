import { Failure, platformFailures } from '../../contract/failures.ts'
import { platforms } from '../../contract/platforms.ts'
import { object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { inTime } from '../../platforms/platforms.ts'
import { listening, listeningOf } from './fields.ts'

export const checkPlatform = definePanelOperation({
  name: 'check-platform',
  summary: 'Looks at once whether a platform still tells us what happens there, and mends what can be mended.',
  role: 'owner',
  effect: 'outside',
  input: object({ service: oneOf(platforms, { description: 'Which platform.' }) }),
  output: object({ listening }),
  failures: platformFailures,
  example: { input: { service: 'kick' }, output: { listening: null } },
  async handle({ input, caller, ctx }) {
    const connection = await ctx.platforms.get(caller.channel.id, input.service)
    const { account, connector } = connection
    const check = connector.checkListening
    try {
      if (check !== undefined) await inTime(connection, (signal) => check(account, signal))
    } catch (error) {
      // Trouble with it is what was asked for, and stands in the state.
      if (!(error instanceof Failure) || connector.listening?.(account) === undefined) throw error
    }
    return { listening: listeningOf(connector.listening?.(account)) }
  },
})
