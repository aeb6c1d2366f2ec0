import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { requestId } from './fields.ts'

export const removeSongRequest = defineOperation({
  name: 'remove-song-request',
  group: 'Music',
  summary: 'Removes a song that a viewer requested.',
  description:
    'A song that has not begun is removed and its price given back. The song that plays now is skipped, and its price is kept. Songs in the queue of Spotify cannot be removed.',
  scope: 'music:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  input: object({ id: requestId }),
  output: object({ refunded: integer({ description: 'The points that the viewer got back.' }) }),
  failures: ['song_request_not_found', 'platform_refused'],
  example: { input: { id: 1 }, output: { refunded: 0 } },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const { refunded } = await ctx.songRequests.remove(tx, caller, input.id)
      return { refunded }
    })
  },
})
