import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const stopSong = defineOperation({
  name: 'stop-song',
  group: 'Music',
  summary: 'Pauses the current song.',
  description: 'start-song goes on at the same place. A player that is paused already stays so.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: [],
  example: { input: {}, output: {} },
  handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.music.stop(tx, caller)
      return {}
    })
  },
})
