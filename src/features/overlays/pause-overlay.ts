import { boolean, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const pauseOverlay = definePanelOperation({
  name: 'pause-overlay',
  summary: 'Lets the overlay finish what it shows and begin nothing new.',
  role: 'moderator',
  effect: 'rows',
  input: object({}),
  output: object({ paused: boolean() }),
  failures: [],
  example: { input: {}, output: { paused: true } },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.overlayQueue.setPaused(tx, caller, true)
      return { paused: true }
    })
  },
})
