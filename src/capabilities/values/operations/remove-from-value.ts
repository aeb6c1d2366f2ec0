import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, optional } from '../../../kernel/schema/schema.ts'
import { itemContent, valueLimits } from '../contract/values.ts'
import { valueErrors } from '../messages.ts'
import { changedOutput, changeFailures, changeValue, valueReference, viewerReference } from './fields.ts'

export const removeFromValue = defineOperation({
  name: 'remove-from-value',
  group: 'Values',
  summary: 'Removes an item from a list.',
  description:
    'By its text, in any case, or by its place: index 0 is the first item. Of the list the first 50 items are answered.',
  scope: 'values:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isDestructive: true },
  input: object(
    {
      name: valueReference,
      item: optional({ ...itemContent, description: 'The item as it is written; the first one if there are several.' }),
      index: optional(
        integer({ min: 0, max: valueLimits.items - 1, description: 'The place of the item, counted from 0.' }),
      ),
      ...viewerReference,
    },
    { needsOne: [['item', 'index']] },
  ),
  output: changedOutput,
  failures: ['item_not_found', ...changeFailures],
  example: {
    input: { name: 'queue', index: 0 },
    output: { name: 'queue', type: 'list', value: ['bob'], count: 1, previous_value: ['alice', 'bob'] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { item, index } = input
    if (item !== undefined && index !== undefined) {
      throw new Failure('invalid_parameter', { message: valueErrors.indexOrItem.of() })
    }
    const change =
      item === undefined
        ? ({ kind: 'remove-index', index: index ?? 0 } as const)
        : ({ kind: 'remove-item', item } as const)
    return changeValue(ctx, caller, commit, input, [change])
  },
})
