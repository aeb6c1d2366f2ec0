import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, nullable, number, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { musicPlayers } from '../contract/settings.ts'
import { musicErrors } from '../messages.ts'

export const getMusicPlayer = definePanelOperation({
  name: 'get-music-player',
  summary: 'Returns the player that the music operations control, and what it plays.',
  role: 'viewer',
  grants: 'nothing',
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
    error: nullable(text()),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      player: 'built_in',
      spotify: { available: false, account: null, needs_sign_in: false },
      playing: false,
      song: null,
      error: null,
    },
  },
  async handle({ caller, ctx }) {
    const channelId = caller.channel.id
    const { player } = (await ctx.settings.of(channelId)).music
    const { playing, song } = await ctx.musicControl.player(channelId)
    const other = await ctx.musicControl.findOther(channelId)
    const { account, error } = other ?? {}
    return {
      player,
      spotify: {
        available: other !== undefined,
        account: account?.name ?? null,
        needs_sign_in: account?.needsSignIn ?? false,
      },
      playing,
      song: song && { title: song.title, artist: song.artist, seconds: song.seconds },
      error: player === 'spotify' ? (error ?? null) : null,
    }
  },
})

export const setMusicPlayer = definePanelOperation({
  name: 'set-music-player',
  summary: 'Chooses the player that start-song, stop-song and skip-song control.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ player: oneOf(musicPlayers, { description: 'The player.' }) }),
  output: object({}),
  failures: ['platform_not_connected'],
  example: { input: { player: 'built_in' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { player } = input
    const other = await ctx.musicControl.findOther(caller.channel.id)
    if (player === 'spotify' && other?.account === undefined) {
      throw new Failure('platform_not_connected', { message: musicErrors.connectSpotify.of() })
    }
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'music', { player })
      return {}
    })
  },
})

export const setMusicVolume = definePanelOperation({
  name: 'set-music-volume',
  summary: 'Sets the volume of the music. Pages change at once.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({ volume: number({ min: 0, max: 1, description: 'From silent, 0, to full, 1.' }) }),
  output: object({}),
  failures: [],
  example: { input: { volume: 0.5 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { overlay } = await ctx.settings.of(caller.channel.id)
    return commit(async (tx) => {
      const volumes = { ...overlay.volumes, song: input.volume }
      await ctx.settings.set(tx, caller, 'overlay', { ...overlay, volumes })
      return {}
    })
  },
})
