import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const removePerson = definePanelOperation({
  name: 'remove-person',
  summary: 'Sends somebody away. Their sessions at this channel end at once.',
  role: 'owner',
  effect: 'rows',
  input: object({ person_id: text({ max: 100, description: 'Who goes.' }) }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { person_id: 'person_1' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.remove(tx, caller, input.person_id)
      return {}
    })
  },
})
