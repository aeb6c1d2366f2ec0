import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const skipSong = defineOperation({
  name: 'skip-song',
  group: 'Music',
  summary: 'Skips the current song and plays the next in the queue.',
  description: 'After the last song the queue begins again.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: ['queue_empty'],
  example: { input: {}, output: {} },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.music.skip(tx, caller)
      return {}
    })
  },
})
