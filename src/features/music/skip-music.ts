import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const skipMusic = definePanelOperation({
  name: 'skip-music',
  summary: 'Plays the next song of the queue.',
  role: 'moderator',
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
    const note = await ctx.musicControl.drive(caller, 'skip')
    return commit(async (tx) => {
      await note(tx)
      return {}
    })
  },
})
