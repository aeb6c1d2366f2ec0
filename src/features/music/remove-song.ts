import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { songId } from './song-fields.ts'

export const removeSong = definePanelOperation({
  name: 'remove-song',
  summary: 'Takes a song out of the queue. When it plays, the next one does.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: songId }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 3 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.songQueue.remove(tx, caller, input.id)
      return {}
    })
  },
})
