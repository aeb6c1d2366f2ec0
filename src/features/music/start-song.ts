import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const startSong = defineOperation({
  name: 'start-song',
  group: 'Music',
  summary: 'Resumes a paused song or starts playback.',
  description: 'Overlay pages follow at once, or as soon as they connect. A song that plays already goes on.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: ['queue_empty'],
  example: { input: {}, output: {} },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.music.start(tx, caller)
      return {}
    })
  },
})
