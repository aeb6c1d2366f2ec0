import { integer, object, optional, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { maxSongSeconds, songExample, songFields, toSongFields } from './song-fields.ts'

export const addSong = definePanelOperation({
  name: 'add-song',
  summary: 'Puts a song at the end of the queue.',
  role: 'editor',
  effect: 'rows',
  input: object({
    source: text({ min: 1, max: 2000, cleaning: 'name', description: 'builtin:…, upload:… or an https address.' }),
    title: optional(text({ max: 200, cleaning: 'line', description: 'Needed for an address.' })),
    artist: optional(text({ max: 200, cleaning: 'line', description: 'Who plays it.' })),
    seconds: optional(integer({ min: 1, max: maxSongSeconds, description: 'How long; needed for an address.' })),
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
