import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const stopSong = defineOperation({
  name: 'stop-song',
  group: 'Music',
  summary: 'Pauses the current song.',
  description: 'start-song goes on at the same place. A player that is paused already stays so.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: ['platform_not_connected', 'platform_unavailable', 'platform_refused', 'platform_reauth_required'],
  example: { input: {}, output: {} },
  async handle({ caller, ctx, commit }) {
    const note = await ctx.musicControl.drive(caller, 'stop')
    return commit(async (tx) => {
      await note(tx)
      return {}
    })
  },
})
