import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, oneOf, optional } from '../../../kernel/schema/schema.ts'
import { type ValueAction, type ValueContent, valueActions, valueContent } from '../contract/values.ts'
import { valueErrors } from '../messages.ts'
import { newDefinition } from '../new-definition.ts'
import type { ValueChange } from '../value.ts'
import { changedOutput, changeFailures, changeValue, namesViewer, valueReference, viewerReference } from './fields.ts'

export const setValue = defineOperation({
  name: 'set-value',
  group: 'Values',
  summary: 'Sets a named value, or starts, pauses or resets a clock.',
  description:
    'A name that does not exist yet becomes a value of the type of value; with action it becomes a clock, which counts down if value is sent. With userid or username it becomes a value that each viewer has. The type of an existing value does not change, and a value outside its bounds is refused. Of a list the first 50 items are answered.',
  scope: 'values:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isIdempotent: true },
  input: object(
    {
      name: valueReference,
      value: optional(valueContent('A number, a text, a list of texts, or the seconds of a clock.')),
      action: optional(
        oneOf(valueActions, {
          description: 'start and pause a clock; reset brings back the initial value of any value.',
        }),
      ),
      ...viewerReference,
    },
    { needsOne: [['value', 'action']] },
  ),
  output: changedOutput,
  failures: changeFailures,
  example: {
    input: { name: 'deaths', value: 3 },
    output: { name: 'deaths', type: 'number', value: 3, previous_value: 0 },
  },
  async handle({ input, caller, ctx, commit }) {
    const { name, value, action } = input
    const owner = namesViewer(input) ? 'viewer' : 'channel'
    // Nothing can be reset or paused that is not there.
    const isNew = value !== undefined || action === 'start'
    const creates = isNew ? () => newDefinition(name, owner, { value, action }) : undefined
    return changeValue(ctx, caller, commit, input, changesIn(value, action), creates)
  },
})

function changesIn(value: ValueContent | undefined, action: ValueAction | undefined): ValueChange[] {
  if (value !== undefined && action === 'reset') {
    throw new Failure('invalid_parameter', { message: valueErrors.actionOnValue.of() })
  }
  return [
    ...(value === undefined ? [] : [{ kind: 'set', value } as const]),
    ...(action === undefined ? [] : [{ kind: 'action', action } as const]),
  ]
}
