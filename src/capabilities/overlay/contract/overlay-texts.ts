import { defineMessages } from '../../../kernel/text/message.ts'

/**
 * Every text of the overlay page: the hints on it, and the reasons that it reports. It reports them with key and
 * parameters, which the server stores; the panel gets them in the language of its reader.
 */
export const messages = defineMessages('overlay', {
  incompleteLink: 'This page needs the whole overlay link, including everything after the # sign.',
  clickForSound: 'Click once to enable sound.',

  queueFull: 'too many items are queued',
  notShown: 'the page could not show it: {error}',
  notLoaded: 'the {media} could not be loaded: {reason}',
  image: 'image',
  video: 'video',
  sound: 'sound',
  speech: 'speech',
  notOnServer: 'it is not on this server',
  notAnImage: 'it is not an image',
  notAVideo: 'it is not a video',
  notASound: 'it is not a sound',
  tooSlow: 'it took too long',
  soundStatus: 'the server answered with status {status}',
  unknownReason: 'unknown reason',
  songNotPlayed: 'the song could not be played',

  noSuchEffect: 'there is no effect of type {type}',
  effectNotLoaded: 'the effect could not be loaded',
  effectTooLate: 'the effect did not start in time',
  effectWithoutImage: 'the effect has no image on this server',
  effectNotIsolated: 'this browser cannot isolate the effect from the page; OBS 31 can',
  effectLeftFrame: 'the effect tried to leave its frame',
  effectTooManyMessages: 'the effect sends too many messages',
  effectNotResponding: 'the effect does not respond',
  effectFrameNotLoaded: 'the frame of the effect could not be loaded',
  effectThrew: 'the effect threw {error}',
  effectNotEnding: 'the effect did not end by itself',
})
