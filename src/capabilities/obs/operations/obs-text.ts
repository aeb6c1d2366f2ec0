import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text, withDefault } from '../../../kernel/schema/schema.ts'
import { obsFailures, obsName, ratePerMinute } from './fields.ts'

export const obsText = defineOperation({
  name: 'obs-text',
  group: 'OBS',
  summary: 'Changes the text of a text source.',
  description: 'The text appears in every scene that shows the source.',
  scope: 'obs:control',
  ratePerMinute,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    source: obsName('The text source.'),
    text: withDefault(text({ max: 5_000, description: 'The text. Without it the source shows nothing.' }), ''),
  }),
  output: object({ source: text(), text: text() }),
  failures: ['source_not_found', ...obsFailures],
  example: {
    input: { source: 'Headline', text: 'Back in five minutes' },
    output: { source: 'Headline', text: 'Back in five minutes' },
  },
  handle: ({ input, caller, ctx }) => ctx.obs.call(caller, 'text', input),
})
