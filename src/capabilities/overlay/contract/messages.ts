import { defineMessages } from '../../../kernel/text/message.ts'

/** Errors about alerts, effects, speech and the overlay. The name of a parameter stands first. */
export const overlayErrors = defineMessages('errors.overlay', {
  alertNotFound: 'There is no audio alert named {name}.',
  alertNotFoundById: 'There is no audio alert with id {id}.',
  alertInactive: 'The audio alert {name} is inactive.',
  alertNeedsSound: 'sound is required, unless the alert has an image or a video.',
  imageOrVideo: 'image and video cannot stand on one alert.',
  alertNameTaken: 'name is taken: there is an audio alert {name} already.',
  tooManyAlerts: 'There are {max} audio alerts already. Delete some first.',
  effectNotFound: 'There is no effect overlay {id}.',
  tooManyEffects: 'There are {max} effects already. Delete some first.',
  effectIdShape: 'overlay_id must be of small letters, digits and hyphens, such as big-hearts.',
  effectIdTaken: 'overlay_id is taken: there is {id} already.',
  itemEnded: 'This item has already ended, or does not exist.',
  notConfirmed: 'The overlay is connected but did not confirm in time.',
  wholeOrder: '{path} must contain each of the {count} items exactly once.',
  nothingToSpeak: 'text contains nothing to speak.',
  noVoice: 'No voice is available at the moment. Try again later.',
  wrongSetting: '{path} {problem}.',
  voiceShape: 'must be named as in flite:rms',
  language: 'must be a language, such as en or pt-BR',
  variantTwice: 'must not be that of another variant',
  foreignAddress: 'must not name {address}: overlay pages load files of this server and pictures of the platforms only',
})
