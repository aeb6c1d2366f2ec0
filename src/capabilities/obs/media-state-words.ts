import { defineMessages } from '../../kernel/text/message.ts'

/** What OBS says about a media source. */
export const mediaStateWords = defineMessages('errors.obs.mediaStates', {
  none: 'empty',
  playing: 'playing',
  opening: 'opening',
  buffering: 'buffering',
  paused: 'paused',
  stopped: 'stopped',
  ended: 'ended',
  error: 'error',
})
