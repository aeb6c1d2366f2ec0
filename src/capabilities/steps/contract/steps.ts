import { defineStep } from '../../../definitions/define-step.ts'
import { maxNameLength } from '../../../definitions/fields.ts'
import { anyObject, integer, list, number, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

/** Steps in one branch or repetition. */
const maxNested = 50
/** Not a field of the form: the editor of steps shows the steps inside a step as blocks. */
const nestedSteps = (title: string) => withDefault(list(anyObject(), { title, max: maxNested, control: 'hidden' }), [])

const option = object({
  weight: withDefault(number({ title: 'Weight', min: 0, max: 1_000_000 }), 1),
  steps: nestedSteps('Steps'),
})

export const flowSteps = [
  defineStep({
    type: 'if',
    group: 'flow',
    icon: 'code',
    title: 'If',
    help: 'Runs the steps under Then if the condition is true, otherwise those under Else.',
    // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
    input: object({ then: nestedSteps('Then'), else: nestedSteps('Else') }),
    needs: [],
    nested: ['then', 'else'],
    branches: true,
    example: {
      type: 'if',
      condition: { value: '$(points)', above: 100 },
      // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
      then: [{ type: 'reply', text: 'Rich!' }],
      else: [{ type: 'reply', text: 'Keep watching.' }],
    },
    sentence: 'Run steps if the condition is true, others if not',
  }),

  defineStep({
    type: 'repeat',
    group: 'flow',
    icon: 'replay',
    title: 'Repeat',
    help: 'Runs its steps several times.',
    input: object({ times: integer({ title: 'Times', min: 1, max: 100 }), steps: nestedSteps('Steps') }),
    needs: [],
    nested: ['steps'],
    example: { type: 'repeat', times: 3, steps: [{ type: 'reply', text: 'Hip hip!' }] },
    sentence: 'Repeat {times} times',
  }),

  defineStep({
    type: 'choose',
    group: 'flow',
    icon: 'effects',
    title: 'Choose at random',
    help: 'Runs the steps of one option, chosen at random. An option of weight 3 is chosen three times as often as one of weight 1.',
    input: object({ options: list(option, { title: 'Options', min: 1, max: maxNested, control: 'hidden' }) }),
    needs: [],
    nested: ['options'],
    example: {
      type: 'choose',
      options: [
        { weight: 3, steps: [{ type: 'reply', text: 'Heads.' }] },
        { weight: 1, steps: [{ type: 'reply', text: 'Tails.' }] },
      ],
    },
    sentence: 'Choose steps at random',
  }),

  defineStep({
    type: 'stop',
    group: 'flow',
    icon: 'close',
    title: 'Stop',
    help: 'Ends the run. The steps after it are skipped.',
    input: object({}),
    needs: [],
    example: { type: 'stop' },
    sentence: 'Stop here',
  }),

  defineStep({
    type: 'run_automation',
    group: 'flow',
    icon: 'play',
    title: 'Run automation',
    help: 'Starts another automation, which gets the same event, and does not wait for it.',
    input: object(
      {
        id: optional(integer({ title: 'Automation ID', control: 'hidden' })),
        name: optional(text({ title: 'Automation', max: maxNameLength, cleaning: 'line', control: 'automation' })),
      },
      { needsOne: [['name', 'id']] },
    ),
    needs: ['automations:run'],
    example: { type: 'run_automation', name: 'Thank followers' },
    sentence: 'Run the automation {name}[{id}]',
  }),
] as const
