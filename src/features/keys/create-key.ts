import { Failure } from '../../contract/failures.ts'
import { boolean, integer, list, object, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { addressFault } from './addresses.ts'
import { scopeField } from './key-fields.ts'

const dayMs = 24 * 60 * 60 * 1000

export const createKey = definePanelOperation({
  name: 'create-key',
  summary: 'Makes an API key. The answer is the only time it is shown.',
  role: 'owner',
  needsRecentSignIn: true,
  effect: 'rows',
  input: object({
    name: text({ min: 1, max: 100, cleaning: 'line', description: 'What it is for.' }),
    scopes: list(scopeField, { min: 1, max: 100, description: 'What it may do.' }),
    is_test: withDefault(boolean({ description: 'Whether it acts on the rehearsal twin.' }), false),
    expires_in_days: optional(integer({ min: 1, max: 3650, description: 'After how many days it stops working.' })),
    addresses: withDefault(
      list(text({ max: 60 }), { max: 50, description: 'Addresses and networks it may be used from; none means all.' }),
      [],
    ),
  }),
  output: object({ id: text(), key: text() }),
  failures: ['invalid_parameter'],
  example: {
    input: { name: 'Stream deck', scopes: ['chat:write'] },
    output: { id: 'key_1', key: 'sc_live_0123456789' },
  },
  async handle({ input, caller, ctx, commit }) {
    for (const entry of input.addresses) {
      const fault = addressFault(entry)
      if (fault !== undefined) throw new Failure('invalid_parameter', { message: `addresses: ${fault}.` })
    }
    const days = input.expires_in_days
    return commit(async (tx) => {
      const { id, key } = await ctx.keys.create(tx, caller, {
        name: input.name,
        scopes: [...new Set(input.scopes)],
        isTest: input.is_test,
        expiresAt: days === undefined ? null : ctx.clock.now() + days * dayMs,
        addresses: input.addresses,
      })
      return { id, key }
    })
  },
})
