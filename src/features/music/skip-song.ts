import { object } from '../../contract/schema.ts'
import { defineOperation } from '../../operation.ts'

export const skipSong = defineOperation({
  name: 'skip-song',
  group: 'Music',
  summary: 'Skips the current song and plays the next in the queue.',
  description: 'After the last song the queue begins again.',
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
    const note = await ctx.musicControl.drive(caller, 'skip')
    return commit(async (tx) => {
      await note(tx)
      return {}
    })
  },
})
