import { Failure } from '../../contract/failures.ts'
import { object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { musicPlayers } from '../settings/definitions.ts'

export const setMusicPlayer = definePanelOperation({
  name: 'set-music-player',
  summary: 'Chooses the player that start-song, stop-song and skip-song drive.',
  role: 'editor',
  effect: 'rows',
  input: object({ player: oneOf(musicPlayers, { description: 'Which player.' }) }),
  output: object({}),
  failures: ['platform_not_connected'],
  example: { input: { player: 'built_in' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { player } = input
    const other = await ctx.musicControl.findOther(caller.channel.id)
    if (player === 'spotify' && other?.account === undefined) {
      throw new Failure('platform_not_connected', { message: 'Connect Spotify in the panel first.' })
    }
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'music', { player })
      return {}
    })
  },
})
