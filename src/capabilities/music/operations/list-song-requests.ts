import { flag, optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, nullable, object, text } from '../../../kernel/schema/schema.ts'
import { requestAnswer, requestExample, requestOutput } from './fields.ts'

export const listSongRequests = defineOperation({
  name: 'list-song-requests',
  group: 'Music',
  summary: 'Lists the songs that viewers requested, with what plays now.',
  description:
    'In the order in which they play. Songs that have ended are not kept. A song in the queue of Spotify is listed for as long as all requests up to it take, because Spotify does not report when a song begins.',
  scope: 'music:control',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object(optionalPage),
  output: object({
    playing: flag('Whether a song plays now.'),
    song: nullable(
      object({
        title: text(),
        artist: text(),
        seconds: integer(),
        position_ms: integer({ description: 'How much of it has played.' }),
        request: nullable({ ...requestOutput, description: 'Who requested it; null for a song of the queue.' }),
      }),
    ),
    ...pageAnswer,
    requests: list(requestOutput, { description: 'Those that wait.' }),
    skip_votes: integer({ description: 'The votes against the current song.' }),
    skip_votes_needed: integer({ description: 'How many votes skip it; 0 if there are no votes.' }),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      playing: 1,
      song: { title: 'Walking to the Desk', artist: 'Showcaller', seconds: 72, position_ms: 12_000, request: null },
      total: 1,
      limit: null,
      offset: 0,
      requests: [requestExample],
      skip_votes: 1,
      skip_votes_needed: 5,
    },
  },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const { playing, song, waiting } = await ctx.songRequests.list(channelId)
    const { rows, answer } = pageOf(waiting, input)
    const { votes, needed } = await ctx.skipVotes.current(channelId)
    return {
      playing: playing ? (1 as const) : (0 as const),
      song: song && {
        title: song.title,
        artist: song.artist,
        seconds: song.seconds,
        position_ms: Math.round(song.positionMs),
        request: song.request === undefined ? null : requestAnswer(song.request),
      },
      ...answer,
      requests: rows.map(requestAnswer),
      skip_votes: votes,
      skip_votes_needed: needed,
    }
  },
})
