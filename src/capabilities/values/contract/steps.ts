import { defineStep } from '../../../definitions/define-step.ts'
import { target, viewerPlatform } from '../../../definitions/shared-fields.ts'
import { identifier, union } from '../../../kernel/schema/open-schema.ts'
import { integer, number, object, oneOf, optional } from '../../../kernel/schema/schema.ts'
import { itemContent, valueActions, valueLimits } from './values.ts'

/** A number, or a text; a text that is a number counts as one where a number is wanted. */
const content = (title: string) =>
  optional(union([number({ min: -valueLimits.number, max: valueLimits.number }), itemContent], { title }))

export const valueSteps = [
  defineStep({
    type: 'value',
    group: 'values',
    icon: 'values',
    title: 'Change a value',
    help: 'Adds to a named value, sets it, removes an item from a list, or starts, pauses or resets a clock. A value that does not exist yet is created. Of a value that each viewer has, the one of the viewer is changed, by default of whoever runs the command.',
    input: object(
      {
        name: identifier({ max: valueLimits.nameLength, title: 'Value', control: 'value' }),
        add: content('Add a number, seconds or an item'),
        set: content('Set to'),
        remove: optional({ ...itemContent, title: 'Remove item' }),
        number: optional(integer({ title: 'Remove item number (1 is the first)', min: 1, max: valueLimits.items })),
        action: optional(
          oneOf(valueActions, { title: 'Action', titles: { start: 'Start', pause: 'Pause', reset: 'Reset' } }),
        ),
        target: optional(target),
        platform: viewerPlatform,
      },
      { needsOne: [['add', 'set', 'remove', 'number', 'action']] },
    ),
    needs: ['values:write'],
    example: { type: 'value', name: 'follows', add: 1 },
    sentence:
      '[Add {add} to {name}][Set {name} to {set}][Remove {remove} from {name}][Remove item {number} from {name}][{action} {name}][: {target}]',
  }),
] as const
