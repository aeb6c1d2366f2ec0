import { defineMessages } from '../../kernel/text/message.ts'

/** The name of a parameter stands first where a form has a field for it. */
export const signInMethodErrors = defineMessages('errors.signInMethods', {
  wrongPassword: 'The name, the password or the one-time code is wrong.',
  wrongPasskey: 'This passkey is not known here, or its answer is invalid.',
  noPasskeyHere:
    'Passkeys need a name: open the panel at http://localhost or at its public address, not at an IP address.',
  passkeyExpired: 'The request has expired. Try again.',
  passkeyKnown: 'This passkey was already added.',
  tooManyPasskeys: 'You have {max:number} passkeys. Remove one first.',
  nameTaken: 'name: somebody else signs in with this name.',
  passwordShort: 'password: use at least {min:number} characters.',
  passwordCommon: 'password: this is one of the most common passwords. Choose another one.',
  passwordIsName: 'password: it must not contain the name.',
  noPassword: 'Set a password first.',
  wrongCode: 'code: the one-time code is wrong. Check the clock of your phone.',
  busy: 'Too many sign-ins are being checked. Try again in a moment.',
})
