import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const pauseMusic = definePanelOperation({
  name: 'pause-music',
  summary: 'Pauses the music where it is.',
  role: 'moderator',
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
