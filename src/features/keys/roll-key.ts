import { integer, object, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

const hourMs = 60 * 60 * 1000

export const rollKey = definePanelOperation({
  name: 'roll-key',
  summary: 'A new key with the same rights. The old one goes on for the hours of overlap.',
  role: 'owner',
  needsRecentSignIn: true,
  effect: 'rows',
  input: object({
    key_id: text({ max: 100, description: 'The key to replace.' }),
    overlap_hours: withDefault(
      integer({ min: 0, max: 24, description: 'How long the old key still works; 0 ends it now.' }),
      1,
    ),
  }),
  output: object({ id: text(), key: text() }),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { key_id: 'key_1' }, output: { id: 'key_2', key: 'sc_live_0123456789' } },
  async handle({ input, caller, ctx }) {
    const { id, key } = await ctx.keys.roll(caller, input.key_id, input.overlap_hours * hourMs)
    return { id, key }
  },
})
