import { integer, object, optional, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { maxSongSeconds, songExample, songFields, songId, toSongFields } from './song-fields.ts'

export const editSong = definePanelOperation({
  name: 'edit-song',
  summary: 'Gives a song another title, artist or, for one from an address, length.',
  role: 'editor',
  effect: 'rows',
  input: object({
    id: songId,
    title: text({ min: 1, max: 200, cleaning: 'line', description: 'What it is called.' }),
    artist: optional(text({ max: 200, cleaning: 'line', description: 'Who plays it; nobody when left out.' })),
    seconds: optional(integer({ min: 1, max: maxSongSeconds, description: 'How long; only for an address.' })),
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
