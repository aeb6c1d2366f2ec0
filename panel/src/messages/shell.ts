import { commonWords } from '../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../src/kernel/text/message.ts'
import { commonMessages } from './common.ts'

export const navigationMessages = defineMessages('navigation', {
  main: 'Main',
  more: 'More',
  pagesOf: 'Pages of {place}',
})

export const barMessages = defineMessages('bar', {
  live: commonMessages.live,
  offline: commonMessages.offline,
  overlay: commonMessages.overlay,
  bot: commonWords.bot,
  extension: 'Extension',
  viewers: { plural: 'count', one: 'viewer', other: 'viewers' },
  uptime: 'uptime',
  testMode: 'Test mode',
  testModeOn:
    'Test mode: chat, viewers and clips are simulated, and nothing reaches the platforms until you connect an account.',
  testModeOff: 'Try things on a test channel that viewers never see.',
  connected: '{name}: connected',
  notConnected: '{name}: not connected',
  away: 'Cannot reach the server. Trying again; actions are off until it is back.',
  actionsOff: 'The server cannot be reached. This works again when it is back.',
  search: 'Search or run',
  channel: commonWords.channel,
  account: 'Account: {name}',
  sessions: commonMessages.activeSessions,
  signOut: 'Sign out',
})

export const schemeMessages = defineMessages('scheme', {
  title: 'Theme',
  system: 'Match system',
  light: 'Light',
  dark: 'Dark',
})

export const languageMessages = defineMessages('language', {
  title: commonWords.language,
})

export const shortcutMessages = defineMessages('shortcuts', {
  title: 'Keyboard shortcuts',
  search: 'Search this page',
  cancel: 'Cancel or close',
})

export const paletteMessages = defineMessages('palette', {
  placeholder: 'Search, trigger, run or open',
  none: 'No results',
  select: 'select',
  open: 'open',
  close: 'close',
  page: 'page',
  action: commonMessages.action,
  scheme: 'Theme: {name}',
})
