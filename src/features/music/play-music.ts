import { platformFailures } from '../../contract/failures.ts'
import { object, optional } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { songId } from './song-fields.ts'

export const playMusic = definePanelOperation({
  name: 'play-music',
  summary: 'Goes on with the music, or plays one song from its beginning.',
  role: 'moderator',
  effect: 'outside',
  input: object({ id: optional(songId) }),
  output: object({}),
  failures: ['queue_empty', 'not_found', ...platformFailures],
  example: { input: {}, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { id } = input
    // A song of the queue is for the player that has the queue.
    const note = id === undefined ? await ctx.musicControl.drive(caller, 'start') : undefined
    return commit(async (tx) => {
      if (id === undefined) await note?.(tx)
      else await ctx.music.play(tx, caller, id)
      return {}
    })
  },
})
