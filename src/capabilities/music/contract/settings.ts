import { defineSetting } from '../../../definitions/define-setting.ts'
import { object, oneOf, withDefault } from '../../../kernel/schema/schema.ts'

/** `built_in` is the player of the overlay page. */
export const musicPlayers = ['built_in', 'spotify'] as const

export const musicSettings = defineSetting({
  name: 'music',
  title: 'Music',
  help: 'Set on the Music page.',
  role: 'editor',
  schema: object({
    player: withDefault(
      oneOf(musicPlayers, {
        title: 'Player',
        description: 'The player that start-song, stop-song and skip-song control.',
        titles: { built_in: 'Built-in player', spotify: 'Spotify' },
      }),
      'built_in',
    ),
  }),
})
