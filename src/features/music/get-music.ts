import { boolean, integer, list, nullable, number, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { songExample, songFields, toSongFields } from './song-fields.ts'
import { maxSongs } from './song-queue.ts'

export const getMusic = definePanelOperation({
  name: 'get-music',
  summary: 'What plays, what comes next, and what could be added.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    playing: boolean(),
    song: nullable(songFields),
    position_ms: integer(),
    volume: number({ description: 'Of all songs.' }),
    queue: list(songFields),
    max: integer({ description: 'How many songs the queue can hold.' }),
    library: list(
      object({
        source: text(),
        title: text(),
        artist: text(),
        seconds: integer(),
        url: text(),
        queued: boolean({ description: 'Whether it is in the queue.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      playing: true,
      song: songExample,
      position_ms: 12_000,
      volume: 0.6,
      queue: [songExample],
      max: maxSongs,
      library: [
        {
          source: 'builtin:wings',
          title: 'In the Wings',
          artist: 'Showcaller',
          seconds: 64,
          url: '/overlay/sounds/wings.flac',
          queued: true,
        },
      ],
    },
  },
  async handle({ caller, ctx }) {
    const channelId = caller.channel.id
    const { queue, ...own } = await ctx.music.look(channelId)
    const isOther = await ctx.musicControl.isOther(channelId)
    const { playing, song, positionMs } = isOther ? await ctx.musicControl.player(channelId) : own
    const library = await ctx.songQueue.library(channelId)
    const queued = new Set(queue.map(({ source }) => source))
    return {
      playing,
      song: song && toSongFields(song),
      position_ms: Math.round(positionMs),
      volume: (await ctx.settings.of(channelId)).overlay.volumes.song,
      queue: queue.map(toSongFields),
      max: maxSongs,
      library: library.map((one) => ({ ...one, queued: queued.has(one.source) })),
    }
  },
})
