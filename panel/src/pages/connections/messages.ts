import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const platformMessages = defineMessages('settings.platforms', {
  connect: commonWords.connect,
  connectOne: 'Connect: {title}, {role}',
  reconnect: 'Reconnect',
  reconnectOne: 'Reconnect: {title}, {role}',
  disconnect: commonWords.disconnect,
  disconnectOne: 'Disconnect {title} ({role})',
  disconnectTitle: 'Disconnect {title} ({role})?',
  disconnectHelp: 'Showcaller sends and receives nothing there until you connect it again. Viewers keep their points.',
  disconnected: '{title} disconnected',
  check: commonTexts.checkNow,
  testMode: commonMessages.testMode,
  testModeHelp:
    'This server has no credentials for this platform, so it runs in test mode: everything works, nothing reaches the platform.',
  notSetUp: 'Not set up on this server.',
  authorised: 'Authorised {date}',
  renewed: 'renewed',
  connecting: 'Asking {title} for a code',
  withCode: 'Use a code',
  withCodeOne: 'Connect with a code: {title}, {role}',
  missingTitle: 'Missing permissions',
  missing: 'Missing permission: {permission}',
  allow: commonWords.allow,
  allowOne: 'Allow: {permission}',
  kickAsksAll: 'Kick asks for everything that is already allowed once more, together with the new permission.',
  features: '{count:number} of {total:number} features',
  lastEvent: commonTexts.lastEvent,
  botHelp: 'Replies come from the bot account if one is connected, otherwise from yours.',
  justConnected: '{title} connected',
  justFailed: '{title} was not connected',
  justTooOld: '{title} was not connected: sign in again first',
  justCancelled: '{title} was not connected: you declined',
  onlyOwner: 'Only owners can connect accounts.',
})

export const platformRoles = defineMessages('settings.platforms.roles', {
  broadcaster: commonLabels.broadcaster,
  bot: commonLabels.bot,
})

export const tikfinityMessages = defineMessages('settings.platforms.tikfinity', {
  found: 'TikFinity runs on the computer of this server.',
  help: 'Sign in to the same TikTok account there: TikFinity does not say whose events it sends.',
  use: 'Use TikFinity',
  used: 'TikFinity is used. Connect your account now.',
})

export const deviceMessages = defineMessages('settings.platforms.device', {
  title: 'Connect {title} with a code',
  open: '1. Open this page, on any device:',
  enter: '2. Sign in with your account and enter this code:',
  enterAsBot: '2. Sign in with the account of the bot and enter this code:',
  waiting: 'Waiting for {title}',
  left: { plural: 'minutes', one: 'Valid for {minutes:number} minute.', other: 'Valid for {minutes:number} minutes.' },
  connectedAs: '{title} connected as {username}',
  denied: 'The sign-in was declined at {title}. Nothing was connected.',
  expired: 'The code has expired. Nothing was connected.',
  again: 'Get a new code',
  cancel: commonMessages.cancel,
})

export const extensionMessages = defineMessages('settings.extension', {
  title: commonLabels.clipExtension,
  help: 'Creates clips on Kick in a browser that is signed in there. Install it once and pair it with a code.',
  code: 'Pair a browser',
  codeTitle: 'Pairing code',
  codeHelp: 'Enter the code in the extension. It works once, for ten minutes.',
  server: 'Server:',
  download: 'Download extension',
  unpair: 'Unpair',
  unpairOne: 'Unpair: {browser}',
  unpaired: 'Browser unpaired',
  ready: 'ready',
  noTab: 'no Kick tab open',
  off: 'not connected',
  paired: 'Paired {date}',
  seen: 'last seen',
})
