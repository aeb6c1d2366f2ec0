import { defineMessages } from '../../kernel/text/message.ts'

/** Errors of the Spotify player. */
export const spotifyMessages = defineMessages('platforms.spotify', {
  cannotSkip: 'Spotify cannot skip: no song follows this one.',
  cannotQueue: 'Spotify does not accept songs for its queue now.',
  needsPremium: 'Spotify lets other software control playback only with a Premium account.',
  noDevice: 'Spotify is not open on any device. Open it, play a song there once, and try again.',
})
