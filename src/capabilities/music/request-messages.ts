import { defineMessages } from '../../kernel/text/message.ts'

/** Why a song is not accepted. The viewer reads it in chat. */
export const songRequestErrors = defineMessages('errors.songRequests', {
  closed: 'Song requests are closed.',
  notLive: 'Songs can be requested while the stream is live.',
  notAllowed: '{username} may not request songs.',
  tooManyOfViewer: {
    plural: 'max',
    one: '{username} has a song in the queue already.',
    other: '{username} has {max:number} songs in the queue already.',
  },
  queueFull: 'The queue is full: {max:number} songs wait.',
  twice: '{title} is in the queue already.',
  tooLong: '{title} takes {length}; {max} is the maximum.',
  blocked: '{title} cannot be requested here.',
  songRequired: 'song is required: a title or a link.',
  notFound: 'No song matches “{text}”.',
  youtube: 'YouTube links cannot be requested here.',
  youtubeNoPlayer: 'YouTube links cannot be requested now: the player page is not open in OBS.',
  videoNotNamed: 'The link does not name a video on YouTube.',
  videoNotFound: 'YouTube has no such video.',
  videoNotEmbeddable: 'YouTube does not allow playing this video outside of its site.',
  videoAgeRestricted: 'The video is age-restricted and cannot be requested.',
  videoLive: 'Live streams cannot be requested.',
  videoBlocked: 'This video cannot be requested here.',
  spotifyLink: 'Spotify links can be requested while Spotify is the player.',
  onlySpotify: 'Spotify is the player: request a title or the link of a song on Spotify.',
  linkNotAllowed: 'Links to {host} cannot be requested here.',
  linkNotAddress: 'The link must begin with https:// and hold no name or password.',
  linkNotAudio: 'The link does not lead to an audio file whose length can be read.',
  linkAnswered: '{host} answered with status {status}.',
  linkBusy: 'Another link is being checked. Try again in a moment.',

  requestNotFound: 'id: there is no song request {id}.',
  noneOfViewer: '{username} has no song waiting in the queue.',
  onSpotify: 'Spotify does not let other software remove a song from its queue. Skip it when it plays.',
  blockListFull: 'The block list has {max:number} entries. Remove some first.',
  noVotes: 'Votes to skip are turned off.',
  nothingPlays: 'No song is playing.',
})

/** What the bot answers in chat. */
export const songReplies = defineMessages('songReplies', {
  plays: '{title} plays now.',
  queued: '{title} is number {place:number} in the queue.',
  refused: '@{username} {reason}',
  votes: '{votes:number} of {needed:number} votes to skip {title}.',
  skipped: '{title} was skipped by vote.',
  removed: '{title} was removed from the queue.',
  videoNotStarted: '{title} was skipped: the player did not start it.',
  videoNotFound: '{title} was skipped: YouTube does not have the video any more.',
  videoNotEmbeddable: '{title} was skipped: YouTube does not allow playing it outside of its site.',
  videoFailed: '{title} was skipped: the player of YouTube reported error {code}.',
  videoTooLong: '{title} was skipped: it takes {length}; {max} is the maximum.',
  removedPaid: {
    plural: 'points',
    one: '{title} was removed from the queue; {points:number} point given back.',
    other: '{title} was removed from the queue; {points:number} points given back.',
  },
})
