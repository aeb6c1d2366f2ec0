import { boolean, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const resumeOverlay = definePanelOperation({
  name: 'resume-overlay',
  summary: 'Lets the overlay go on with what waits.',
  role: 'moderator',
  effect: 'rows',
  input: object({}),
  output: object({ paused: boolean() }),
  failures: [],
  example: { input: {}, output: { paused: false } },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.overlayQueue.setPaused(tx, caller, false)
      return { paused: false }
    })
  },
})
