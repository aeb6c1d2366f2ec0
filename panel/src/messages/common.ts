import { alertsPage } from '../../../src/capabilities/alerts/contract/page.ts'
import { automationsPage } from '../../../src/capabilities/automations/contract/page.ts'
import { commonWords } from '../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'

/** The product's name is not translated. */
export const productName = 'Showcaller'

/** Texts that several pages share. */
export const commonMessages = defineMessages('common', {
  cancel: commonWords.cancel,
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  done: 'Done',
  loading: 'Loading',
  retry: 'Try again',
  unreachable: 'Cannot reach the server. Check that it is running.',
  notLoaded: 'This page could not be loaded. Showcaller may have been updated; load it again.',
  notFound: 'Page not found',
  goHome: 'Go to Home',
  skip: 'Skip to content',
  localLink:
    'This link only opens on the computer that runs Showcaller. For other computers, set the public address (SHOWCALLER_PUBLIC_URL).',
  discard: 'Discard',
  undo: 'Undo',
  moveUp: 'Move {name} up',
  moveDown: 'Move {name} down',
  connected: 'connected',
  notConnected: 'not connected',
  messages: 'Messages',
  minutes: '{minutes:number} min',
  action: 'action',
  activeSessions: 'Active sessions',
  alerts: alertsPage.title,
  automations: automationsPage.title,
  createKey: 'Create key',
  live: commonWords.live,
  offline: commonWords.offline,
  openSettings: 'Open settings',
  overlay: commonWords.overlay,
  pause: 'Pause',
  playAgain: 'Play again',
  removeTitle: 'Remove {title}',
  searchCategories: 'Search categories',
  send: commonWords.send,
  sentToOverlay: 'Sent to overlay.',
  versions: 'Versions',
  testMode: 'test mode',
  hoursAndMinutes: commonWords.hoursAndMinutes,
})
