import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { number, object, optional } from '../../../kernel/schema/schema.ts'
import { itemContent, valueLimits } from '../contract/values.ts'
import { valueErrors } from '../messages.ts'
import { changedOutput, changeFailures, changeValue, valueReference, viewerReference } from './fields.ts'

export const addToValue = defineOperation({
  name: 'add-to-value',
  group: 'Values',
  summary: 'Adds to a number or a clock, or an item to a list.',
  description:
    'Numbers and clocks stop at their bounds. An item is added at the end; a list that is full refuses it. Of a list the first 50 items are answered.',
  scope: 'values:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  input: object(
    {
      name: valueReference,
      amount: optional(
        number({
          min: -valueLimits.number,
          max: valueLimits.number,
          description: 'How much; of a clock, seconds. Below 0 it is taken away.',
        }),
      ),
      item: optional({ ...itemContent, description: 'The new item of a list.' }),
      ...viewerReference,
    },
    { needsOne: [['amount', 'item']] },
  ),
  output: changedOutput,
  failures: changeFailures,
  example: {
    input: { name: 'deaths', amount: 1 },
    output: { name: 'deaths', type: 'number', value: 4, previous_value: 3 },
  },
  async handle({ input, caller, ctx, commit }) {
    const { amount, item } = input
    if (amount !== undefined && item !== undefined) {
      throw new Failure('invalid_parameter', { message: valueErrors.amountOrItem.of() })
    }
    const change =
      item === undefined ? ({ kind: 'add', amount: amount ?? 0 } as const) : ({ kind: 'add-item', item } as const)
    return changeValue(ctx, caller, commit, input, [change])
  },
})
