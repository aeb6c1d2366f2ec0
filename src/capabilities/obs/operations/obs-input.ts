import { defineOperation } from '../../../kernel/operation/operation.ts'
import { anyObject, object, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, obsName, ratePerMinute } from './fields.ts'

export const obsInput = defineOperation({
  name: 'obs-input',
  group: 'OBS',
  summary: 'Changes settings of an input, such as the address, the file or the colour.',
  description: 'Settings that are not named stay. Which there are depends on the type of the input in OBS.',
  scope: 'obs:control',
  ratePerMinute,
  effect: 'outside',
  hints: { isFarReaching: true, isIdempotent: true },
  input: object({
    input: obsName('The input.'),
    settings: anyObject({ description: 'The settings, by the names that OBS uses.' }),
  }),
  output: object({ input: text() }),
  failures: ['input_not_found', ...obsFailures],
  example: {
    input: { input: 'Website', settings: { url: 'https://show.example/agenda' } },
    output: { input: 'Website' },
  },
  handle: ({ input, caller, ctx }) => ctx.obs.call(caller, 'input', input),
})
