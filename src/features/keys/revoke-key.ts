import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const revokeKey = definePanelOperation({
  name: 'revoke-key',
  summary: 'Ends a key at once and for good.',
  role: 'owner',
  effect: 'rows',
  input: object({ key_id: text({ max: 100, description: 'The key to end.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { key_id: 'key_1' }, output: {} },
  async handle({ input, caller, ctx }) {
    await ctx.keys.revoke(caller, input.key_id)
    return {}
  },
})
