import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, object, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, obsName, ratePerMinute, seconds } from './fields.ts'

export const obsFilter = defineOperation({
  name: 'obs-filter',
  group: 'OBS',
  summary: 'Turns a filter of a source on or off.',
  description: 'The source may be a scene.',
  scope: 'obs:control',
  ratePerMinute,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    source: obsName('The source or the scene.'),
    filter: obsName('The filter.'),
    enabled: boolean({ description: 'Whether to turn it on.' }),
    seconds,
  }),
  output: object({ source: text(), filter: text(), enabled: boolean(), previous_enabled: boolean() }),
  failures: ['source_not_found', 'filter_not_found', ...obsFailures],
  example: {
    input: { source: 'Camera', filter: 'Blur', enabled: true },
    output: { source: 'Camera', filter: 'Blur', enabled: true, previous_enabled: false },
  },
  async handle({ input, caller, ctx }) {
    const { source, filter } = input
    const { enabled, previousEnabled } = await ctx.obs.call(caller, 'filter', input)
    return { source, filter, enabled, previous_enabled: previousEnabled }
  },
})
