import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const setupMessages = defineMessages('settings.setup', {
  setUp: commonTexts.setUp,
  setUpOne: commonTexts.setUpTitle,
  credentials: 'Credentials',
  credentialsOf: 'Credentials of {title}',
  last: 'Press Check, which makes one real call, then Save. It is applied at once, without a restart.',
  lastWithAccount:
    'Press Check, which makes one real call, then Save. It is applied at once. Then press Connect above and sign in with your account.',
  open: 'Open {page}',
  otherAddress:
    'This address works only on the machine of the server, and you opened the panel at {host}. Set SHOWCALLER_PUBLIC_URL first.',
  copyRedirect: 'Copy redirect URL',
  copyWebhook: 'Copy webhook URL',
  copyPermissions: 'Copy permissions',
  noPermissions: 'none',
  setBy: 'Set by {source}, which wins over the panel.',
  storedSecret: 'Stored. Leave empty to keep it.',
  storedSecretEnding: 'Stored, ends with {ending}. Leave empty to keep it.',
  optional: 'Optional.',
  noChoice: 'Default of the service',
  otherChoice: '{value} (current)',
  check: commonTexts.check,
  checking: 'Checking…',
  save: commonMessages.save,
  saved: '{title} saved',
  remove: commonTexts.remove,
  removeOne: 'Remove the credentials of {title}',
  removeTitle: 'Remove the credentials of {title}?',
  removeHelp: 'The service stops working here until credentials are entered again.',
  removed: 'Credentials of {title} removed',
  unreadable: 'The stored credentials were encrypted with another secret of this server. Enter them again.',
  onlyFirstOwner: 'The credentials belong to the whole server. Only an owner of its first channel can change them.',
  onlyFirstOwnerHere: 'Only an owner of the first channel of this server can connect it to an address.',
  notSet: 'not set up',
  isSet: 'set up',
  byEnvironment: 'set by environment',
})

export const speechServiceMessages = defineMessages('settings.speechServices', {
  title: 'Speech services',
  help: 'Voices beside the built-in ones. Keys are stored encrypted and never shown again.',
})
