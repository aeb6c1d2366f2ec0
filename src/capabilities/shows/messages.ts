import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of shows. A name of a parameter stands first, so that a form finds its field. */
export const showErrors = defineMessages('errors.shows', {
  notFound: 'There is no show {show}.',
  none: 'There is no show yet. Create one in the panel, or with save-show.',
  showRequired: 'show is required: this channel has {count} shows, and none of them has been run yet.',
  tooMany: 'name cannot be added: a channel can have at most {max} shows.',
  tooManyCues: 'cues must have at most {max} entries.',
  numberTaken: 'cues: the number {number} is used twice.',
  start: '{path} must be "go", {{"after": seconds} or {{"at": "20:30"}.',
  inCue: 'cues: cue {number}: {error}',
  cueNotFound: 'There is no cue {number} in the show {show}.',
  noCues: 'The show {show} has no cues.',
  lastCueStarted: 'The last cue of the show {show} has started; no cue is on standby.',
  leadTaken: '{name} has the lead of the show {show}. Take the lead first.',
  interrupted: 'A restart interrupted this cue: {done} of {total} steps were done, the rest was left out.',
  reportNotFound: 'The show {show} has not been run.',
})
