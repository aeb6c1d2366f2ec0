import { defineMessages } from '../../kernel/text/message.ts'

/** What the song card on the overlay shows below the title. */
export const songCardMessages = defineMessages('songCard', {
  requested: 'requested by {name}',
  artistAndRequested: '{artist} · requested by {name}',
})

/** Errors about songs and players. The name of a parameter stands first. */
export const musicErrors = defineMessages('errors.music', {
  songNotFound: 'There is no song {id} in the queue.',
  titleRequired: 'title is required for a song from another address.',
  secondsRequired: 'seconds is required for a song from another address.',
  tooManySongs: 'There are {max} songs already. Remove some first.',
  secondsOfFile: 'seconds is read from the file and cannot be set.',
  sourceNotHttps: 'source must be an address that begins with https://.',
  sourceWithPassword: 'source must not hold a name or a password.',
  noSpotify: 'Spotify is chosen as the player, but this server has no credentials for it.',
  connectSpotify: 'Connect Spotify in the panel first.',
  noResponse: '{player} did not respond.',
})
