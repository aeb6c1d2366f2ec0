import { valueTypes } from '../../../definitions/value-types.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { union } from '../../../kernel/schema/open-schema.ts'
import { boolean, integer, number, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { clockDirections, valueLifetimes, valueLimits, valueOwners } from '../contract/values.ts'
import { definitionRecord, toDefinitionRecord, valueReference } from './fields.ts'

const bound = (description: string) =>
  optional(number({ min: -valueLimits.number, max: valueLimits.number, description }))

export const defineValue = defineOperation({
  name: 'define-value',
  group: 'Values',
  summary: 'Creates a named value, or changes its bounds and how long it lasts.',
  description:
    'An existing value keeps its content, within the new bounds; its type and owner stay. What is not sent has its default: send the whole definition.',
  scope: 'values:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  input: object({
    name: valueReference,
    type: oneOf(valueTypes, { description: 'What it holds.' }),
    owner: withDefault(
      oneOf(valueOwners, { description: 'channel: one value. viewer: each viewer has their own.' }),
      'channel',
    ),
    lasts: withDefault(
      oneOf(valueLifetimes, { description: 'forever, or until the stream has ended on every platform.' }),
      'forever',
    ),
    initial: optional(
      union(
        [
          number({ min: -valueLimits.number, max: valueLimits.number }),
          text({ max: valueLimits.textLength, cleaning: 'line' }),
        ],
        { description: 'What it starts with and returns to: a number, a text, or the seconds of a clock.' },
      ),
    ),
    minimum: bound('The lower bound of a number.'),
    maximum: bound('The upper bound of a number, or of the seconds of a clock.'),
    max_items: optional(integer({ min: 1, max: valueLimits.items, description: 'How many items a list has at most.' })),
    unique: optional(boolean({ description: 'Whether a list has each item once.' })),
    direction: optional(
      oneOf(clockDirections, { description: 'Where a clock counts; down if it has an initial time, otherwise up.' }),
    ),
  }),
  output: object(definitionRecord),
  failures: [],
  example: {
    input: { name: 'wins', type: 'number', lasts: 'stream', minimum: 0 },
    output: { name: 'wins', type: 'number', value: 0, owner: 'channel', lasts: 'stream', minimum: 0 },
  },
  async handle({ input, caller, ctx, commit }) {
    const { name, type, owner, lasts, initial, minimum, maximum, max_items: maxItems, unique, direction } = input
    const settings = {
      ...(initial !== undefined && { initial }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(maxItems !== undefined && { maxItems }),
      ...(unique !== undefined && { unique }),
      ...(direction !== undefined && { direction }),
    }
    return commit(async (tx) => {
      const { definition, state } = await ctx.values.define(tx, caller, { name, type, owner, lasts, settings })
      return toDefinitionRecord(definition, state, ctx.clock.now())
    })
  },
})
