import { anyPlatform, oneUser, userReference } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { maxSongText } from '../contract/steps.ts'
import { requestAnswer, requestExample, requestOutput } from './fields.ts'

export const requestSong = defineOperation({
  name: 'request-song',
  group: 'Music',
  summary: 'Requests a song for a viewer.',
  description:
    'It plays once, after the requests before it, and then the queue continues. The price is taken, and limits and block list apply; the roles that may request in chat, and whether the stream is live, do not matter. With Spotify as the player the song is searched and queued there.',
  scope: 'music:control',
  ratePerMinute: 30,
  effect: 'outside',
  input: object(
    {
      song: text({
        min: 1,
        max: maxSongText,
        cleaning: 'line',
        description:
          'A title of the library, the address of an audio file at a site that the settings allow, or the link of a video on YouTube where the settings allow that.',
      }),
      ...userReference,
      platform: anyPlatform,
    },
    oneUser,
  ),
  output: object({
    place: integer({ description: 'Its place among the requests: 1 plays next, 0 plays now.' }),
    request: requestOutput,
  }),
  failures: [
    'user_required',
    'user_not_found',
    'song_not_found',
    'song_request_refused',
    'insufficient_points',
    'request_failed',
    ...platformFailures,
  ],
  example: {
    input: { song: 'In the Wings', username: 'alice', platform: 'PlatformA' },
    output: { place: 1, request: requestExample },
  },
  async handle({ input, caller, ctx, commit }) {
    const viewer = await ctx.viewers.get(caller.channel, platformNamed(input.platform), input)
    // Stored before the answer is: a request that is refused must not count as one that may have happened.
    const { request, place } = await ctx.songRequests.request(caller, viewer, input.song)
    return commit(async () => ({ place, request: requestAnswer(request) }))
  },
})
