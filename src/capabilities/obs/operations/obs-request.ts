import { defineOperation } from '../../../kernel/operation/operation.ts'
import { anyObject, object, optional, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, ratePerMinute } from './fields.ts'

export const obsRequest = defineOperation({
  name: 'obs-request',
  group: 'OBS',
  summary: 'Sends any request of the obs-websocket protocol to OBS.',
  description:
    'For what the other operations cannot do. The answer is that of OBS, which says whether it was accepted.',
  scope: 'obs:raw',
  ratePerMinute,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({
    type: text({ min: 1, max: 100, description: 'The type of the request, such as GetStats.' }),
    data: optional(anyObject({ description: 'The data of the request.' })),
  }),
  output: object({ data: anyObject({ description: 'The data of the answer.' }) }),
  failures: obsFailures,
  example: { input: { type: 'GetStudioModeEnabled' }, output: { data: { studioModeEnabled: false } } },
  handle: ({ input, caller, ctx }) => ctx.obs.call(caller, 'request', input),
})
