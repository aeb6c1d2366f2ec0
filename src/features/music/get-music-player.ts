import { boolean, integer, nullable, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { musicPlayers } from '../settings/definitions.ts'

export const getMusicPlayer = definePanelOperation({
  name: 'get-music-player',
  summary: 'Which player the music operations drive, and what it plays.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    player: oneOf(musicPlayers),
    spotify: object({
      available: boolean({ description: 'Whether this server has credentials for Spotify.' }),
      account: nullable(text()),
      needs_sign_in: boolean(),
    }),
    playing: boolean(),
    song: nullable(object({ title: text(), artist: text(), seconds: integer() })),
    trouble: nullable(text()),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      player: 'built_in',
      spotify: { available: false, account: null, needs_sign_in: false },
      playing: false,
      song: null,
      trouble: null,
    },
  },
  async handle({ caller, ctx }) {
    const channelId = caller.channel.id
    const { player } = (await ctx.settings.of(channelId)).music
    const { playing, song } = await ctx.musicControl.player(channelId)
    const other = await ctx.musicControl.findOther(channelId)
    const { account, trouble } = other ?? {}
    return {
      player,
      spotify: {
        available: other !== undefined,
        account: account?.name ?? null,
        needs_sign_in: account?.needsSignIn ?? false,
      },
      playing,
      song: song && { title: song.title, artist: song.artist, seconds: song.seconds },
      trouble: player === 'spotify' ? (trouble ?? null) : null,
    }
  },
})
