import { Failure } from '../../contract/failures.ts'
import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const revokeSession = definePanelOperation({
  name: 'revoke-session',
  summary: 'Ends one of your own sessions; ending the current one signs you out.',
  role: 'viewer',
  effect: 'rows',
  input: object({ session_id: text({ max: 100, description: 'The session to end.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { session_id: 'session_1' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const ended = await ctx.sessions.revoke(tx, caller.person, input.session_id)
      if (!ended) throw new Failure('not_found', { message: 'There is no such session.' })
      await ctx.events.appendNew(tx, caller, { kind: 'session.ended', data: { name: caller.person.name } })
      return {}
    })
  },
})
