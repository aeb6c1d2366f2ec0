import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const removeOverlayItem = definePanelOperation({
  name: 'remove-overlay-item',
  summary: 'Takes one item out of the queue before anybody sees it.',
  role: 'moderator',
  effect: 'rows',
  input: object({ id: text({ min: 1, max: 100, description: 'The firing.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 'tts_1' }, output: {} },
  async handle({ input, caller, ctx }) {
    await ctx.overlayQueue.remove(caller, input.id)
    return {}
  },
})
