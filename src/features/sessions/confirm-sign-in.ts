import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

/** Asked before the browser itself fetches something that needs it, where a refusal would be a page of its own. */
export const confirmSignIn = definePanelOperation({
  name: 'confirm-sign-in',
  summary: 'Answers whoever signed in within the last hour, and refuses everybody else.',
  role: 'viewer',
  needsRecentSignIn: true,
  effect: 'none',
  input: object({}),
  output: object({}),
  failures: ['sign_in_required'],
  example: { input: {}, output: {} },
  handle: async () => ({}),
})
