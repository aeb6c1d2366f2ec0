import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { object, oneOf } from '../../../kernel/schema/schema.ts'
import { requestId } from '../operations/fields.ts'

export const moveSongRequest = definePanelOperation({
  name: 'move-song-request',
  summary: 'Moves a requested song to the top of the requests, so that it plays next.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: requestId }),
  output: object({}),
  failures: ['song_request_not_found'],
  example: { input: { id: 2 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.songRequests.moveToTop(tx, caller.channel.id, input.id)
      return {}
    })
  },
})

export const blockSongRequest = definePanelOperation({
  name: 'block-song-request',
  summary: 'Puts the title of a requested song, or its viewer, on the block list, and removes the request.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: requestId, block: oneOf(['song', 'viewer'], { description: 'What is blocked.' }) }),
  output: object({}),
  failures: ['song_request_not_found', 'invalid_parameter'],
  example: { input: { id: 1, block: 'song' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.songRequests.block(tx, caller, input.id, input.block)
      return {}
    })
  },
})
