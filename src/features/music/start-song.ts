import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const startSong = defineOperation({
  name: 'start-song',
  group: 'Music',
  summary: 'Resumes a paused song or starts playback.',
  description: 'Overlay pages follow at once, or as soon as they connect. A song that plays already goes on.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: [
    'queue_empty',
    'platform_not_connected',
    'platform_unavailable',
    'platform_refused',
    'platform_reauth_required',
  ],
  example: { input: {}, output: {} },
  async handle({ caller, ctx, commit }) {
    const note = await ctx.musicControl.drive(caller, 'start')
    return commit(async (tx) => {
      await note(tx)
      return {}
    })
  },
})
