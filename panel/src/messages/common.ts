import { defineMessages } from '../../../src/kernel/text/message.ts'

/** The product's name is not translated. */
export const productName = 'Showcaller'

/** Texts that several pages share. */
export const commonMessages = defineMessages('common', {
  cancel: 'Cancel',
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
  alerts: 'Alerts',
  automations: 'Automations',
  createKey: 'Create key',
  live: 'Live',
  offline: 'Offline',
  openSettings: 'Open settings',
  overlay: 'Overlay',
  pause: 'Pause',
  removeTitle: 'Remove {title}',
  searchCategories: 'Search categories',
  send: 'Send',
  testMode: 'test mode',
  hoursAndMinutes: '{hours:number}h {minutes:number}m',
})
