import { Failure } from '../../contract/failures.ts'
import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const switchChannel = definePanelOperation({
  name: 'switch-channel',
  summary: 'Goes on at another channel that you work at.',
  role: 'viewer',
  effect: 'rows',
  input: object({ channel_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Where to go.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { channel_id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const channels = await ctx.people.channelsOf(tx, caller.person.id)
      if (!channels.some(({ id }) => id === input.channel_id)) {
        throw new Failure('not_found', { message: 'You do not work at this channel.' })
      }
      await ctx.sessions.switchTo(tx, { id: caller.sessionId, person: caller.person }, input.channel_id)
      return {}
    })
  },
})
