import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

/** The texts of the queue, which stands on Home too: that page loads nothing else of the Overlay page. */
export const queueMessages = defineMessages('panel.overlay.queue', {
  queue: 'Queue',
  queueEmpty: 'The overlay is empty.',
  onScreen: 'On screen',
  queued: 'Queued',
  pause: commonMessages.pause,
  resume: commonWords.resume,
  paused: 'Paused',
  running: 'Running',
  skip: commonWords.skipOne,
  skipItem: 'Skip {title}',
  removeItem: commonMessages.removeTitle,
  clear: 'Clear',
  clearTitle: 'Clear the queue',
  clearHelp: 'The item on screen ends, and queued items are never shown.',
  cleared: { plural: 'count', one: '{count:number} item cleared.', other: '{count:number} items cleared.' },
})

const kinds = defineMessages('panel.overlay.kinds', {
  tts: commonWords.speech,
  alert: commonWords.audioAlert,
  eventAlert: commonWords.eventAlert,
  donation: commonWords.donation,
  effect: commonWords.effect,
})

/** What one item is called. */
export const itemKinds: Readonly<Record<string, () => string>> = {
  tts: kinds.tts,
  'audio-alert': kinds.alert,
  'event-alert': kinds.eventAlert,
  donation: kinds.donation,
  effect: kinds.effect,
}
