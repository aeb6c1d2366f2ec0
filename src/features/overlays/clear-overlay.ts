import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const clearOverlay = definePanelOperation({
  name: 'clear-overlay',
  summary: 'Ends what is on screen and forgets everything that waits.',
  role: 'moderator',
  effect: 'rows',
  input: object({}),
  output: object({ cleared: integer({ description: 'How many items waited.' }) }),
  failures: [],
  example: { input: {}, output: { cleared: 3 } },
  async handle({ caller, ctx }) {
    return { cleared: await ctx.overlayQueue.clear(caller) }
  },
})
