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
  codesRefused:
    'Too many wrong one-time codes. Codes work again in {minutes:number} min. Until then, use a passkey, your streaming account or a sign-in link.',
  budgetSpent:
    'Too many people are signing in with a password. Try again in a minute, or use a passkey, your streaming account or a sign-in link.',
  busy: 'Too many sign-ins are being checked. Try again in a moment.',
})
