import { number, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const setMusicVolume = definePanelOperation({
  name: 'set-music-volume',
  summary: 'Sets how loud the music is. Pages follow at once.',
  role: 'moderator',
  effect: 'rows',
  input: object({ volume: number({ min: 0, max: 1, description: 'From silent, 0, to full, 1.' }) }),
  output: object({}),
  failures: [],
  example: { input: { volume: 0.5 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { overlay } = await ctx.settings.of(caller.channel.id)
    return commit(async (tx) => {
      const volumes = { ...overlay.volumes, song: input.volume }
      await ctx.settings.set(tx, caller, 'overlay', { ...overlay, volumes })
      return {}
    })
  },
})
