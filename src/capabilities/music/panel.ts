import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, number, object, optional, text } from '../../kernel/schema/schema.ts'
import type { Song } from '../overlay/contract/player.ts'
import { maxSongs } from './song-queue.ts'

export const songFields = object({
  id: integer(),
  title: text(),
  artist: text(),
  source: text({ description: 'builtin:…, upload:… or an address.' }),
  seconds: integer(),
  url: nullable(text({ description: 'The URL of the audio; null if the file no longer exists.' })),
})

export const songExample = {
  id: 1,
  title: 'In the Wings',
  artist: 'Showcaller',
  source: 'builtin:wings',
  seconds: 64,
  url: '/overlay/sounds/wings.flac',
}

export const songId = integer({ description: 'The song in the queue.' })
export const maxSongSeconds = 12 * 60 * 60

export function toSongFields({ id, title, artist, source, seconds, url }: Song) {
  return { id, title, artist, source, seconds, url: url ?? null }
}

export const getMusic = definePanelOperation({
  name: 'get-music',
  summary: 'Returns what plays, the queue, and the songs that can be added.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    playing: boolean(),
    song: nullable(songFields),
    position_ms: integer(),
    volume: number({ description: 'The volume of all songs.' }),
    queue: list(songFields),
    max: integer({ description: 'The maximum number of songs in the queue.' }),
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
    const { queue, ...own } = await ctx.music.current(channelId)
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

export const addSong = definePanelOperation({
  name: 'add-song',
  summary: 'Adds a song to the end of the queue.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    source: text({ min: 1, max: 2000, cleaning: 'name', description: 'builtin:…, upload:… or an https address.' }),
    title: optional(text({ max: 200, cleaning: 'line', description: 'Required for an address.' })),
    artist: optional(text({ max: 200, cleaning: 'line', description: 'The artist.' })),
    seconds: optional(integer({ min: 1, max: maxSongSeconds, description: 'The length; required for an address.' })),
  }),
  output: object({ song: songFields }),
  failures: ['invalid_parameter'],
  example: { input: { source: 'builtin:wings' }, output: { song: songExample } },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const song = await ctx.songQueue.add(tx, caller, input)
      return { song: toSongFields(await ctx.music.withUrl(tx, caller.channel.id, song)) }
    })
  },
})

const editSongUnchecked = definePanelOperation({
  name: 'edit-song',
  summary: 'Changes title and artist of a song, and the length of one from an address.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    id: songId,
    title: text({ min: 1, max: 200, cleaning: 'line', description: 'The name.' }),
    artist: optional(text({ max: 200, cleaning: 'line', description: 'The artist; none when left out.' })),
    seconds: optional(integer({ min: 1, max: maxSongSeconds, description: 'The length; only for an address.' })),
  }),
  output: object({ song: songFields }),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { id: 1, title: 'In the Wings', artist: 'Showcaller' }, output: { song: songExample } },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const song = await ctx.songQueue.edit(tx, caller, input.id, input)
      return { song: toSongFields(await ctx.music.withUrl(tx, caller.channel.id, song)) }
    })
  },
})

export const editSong = ifUnchanged(editSongUnchecked, async ({ id }, { reader, caller, ctx }) => {
  const { title, artist, seconds } = await ctx.songQueue.get(reader, caller.channel.id, id)
  return { title, artist, seconds }
})

export const removeSong = definePanelOperation({
  name: 'remove-song',
  summary: 'Removes a song from the queue. If it is playing, the next one starts.',
  role: 'editor',
  grants: 'nothing',
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

export const orderSongs = definePanelOperation({
  name: 'order-songs',
  summary: 'Reorders the queue. The current song keeps playing.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ ids: list(songId, { max: maxSongs, description: 'All songs in the new order.' }) }),
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

export const playQueuedSong = definePanelOperation({
  name: 'play-queued-song',
  summary: 'Plays one song of the queue from its beginning.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: songId }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 1 }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.music.play(tx, caller, input.id)
      return {}
    })
  },
})
