import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

/** For the sign-in page and for Settings › Team. */
export const signInMethodMessages = defineMessages('sign-in.methods', {
  usePasskey: 'Sign in with a passkey',
  orPassword: 'Or with a password',
  withPassword: 'Sign in with a password',
  name: commonLabels.name,
  password: commonLabels.password,
  code: 'One-time code',
  signIn: commonWords.signIn,
  failed: commonTexts.theSignInFailedTryAgain,
  notSupported: 'This browser cannot use passkeys. Try another one.',
  passkeyCancelled: 'No passkey was used. Try again, or choose another way.',
})

export const signInMethodSettings = defineMessages('settings.sign-in-methods', {
  title: 'Passkeys and password',
  help: 'Sign in without the terminal.',
  passkeyHelp: 'A passkey works with your fingerprint, your face or the PIN of your device.',
  noPasskeyHere:
    'Passkeys need a name: open the panel at http://localhost or at its public address, not at an IP address.',
  addPasskey: 'Add passkey',
  passkeyName: 'Name of the passkey',
  defaultName: 'Passkey {number:number}',
  added: 'Passkey added',
  created: 'Created {date}',
  used: 'Last used {date}',
  remove: commonTexts.remove,
  removeOne: commonTexts.removeName,
  removed: 'Removed',
  password: commonLabels.password,
  setPassword: 'Set password',
  changePassword: 'Change password',
  passwordHelp: 'At least 12 characters. A few random words are easy to remember and hard to guess.',
  saved: 'Password saved',
  removePassword: 'Remove password',
  codes: 'One-time codes',
  turnOn: commonLabels.turnOn,
  turnOff: commonLabels.turnOff,
  codesTitle: 'Turn on one-time codes',
  codesHelp: 'Add this key to your authenticator app, then enter the code that it shows.',
  openApp: 'Open in an app on this device',
  codesSaved: 'One-time codes are on',
  codesRemoved: 'One-time codes are off',
})
