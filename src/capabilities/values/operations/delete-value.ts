import { valueTypes } from '../../../definitions/value-types.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { valueReference } from './fields.ts'

export const deleteValue = defineOperation({
  name: 'delete-value',
  group: 'Values',
  summary: 'Deletes a named value, for every viewer if each has one.',
  description: 'What the event log says about its changes stays.',
  scope: 'values:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isDestructive: true, isIdempotent: true },
  input: object({ name: valueReference }),
  output: object({ name: text(), type: oneOf(valueTypes) }),
  failures: ['value_not_found'],
  example: { input: { name: 'deaths' }, output: { name: 'deaths', type: 'number' } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const { name, type } = await ctx.values.remove(tx, caller, input.name)
      return { name, type }
    })
  },
})
