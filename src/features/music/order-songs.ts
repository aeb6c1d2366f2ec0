import { list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { songId } from './song-fields.ts'
import { maxSongs } from './song-queue.ts'

export const orderSongs = definePanelOperation({
  name: 'order-songs',
  summary: 'Puts the queue into another order. What plays goes on.',
  role: 'editor',
  effect: 'rows',
  input: object({ ids: list(songId, { max: maxSongs, description: 'Every song once, first first.' }) }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { ids: [2, 1, 3] }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.songQueue.order(tx, caller, input.ids)
      return {}
    })
  },
})
