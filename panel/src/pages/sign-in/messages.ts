import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const signInMessages = defineMessages('sign-in', {
  orLink: 'Or open the sign-in link from the terminal. It works once, within an hour.',
  newLink: 'To get a new link, run this command where Showcaller runs:',
  continueWith: 'Continue with {service}',
  sandbox: commonTexts.signInWithTheSandbox,
  againTitle: 'Sign in again to continue',
  endedHelp:
    'Your session has ended. Everything on this page stays as it is. Sign in again here or in another tab, and it continues on its own.',
  leave: 'Go to the sign-in page',
  againHelp:
    'You signed in more than an hour ago, and this action gives access or connects an account. Sign in again in another tab; this page continues on its own.',
})

export const signedOutMessages = defineMessages('sign-in.signed-out', {
  ended:
    'You are signed out, because your session has ended or an owner removed you from the channel. Sign in to continue.',
  removed: 'An owner removed you from this channel. To return, ask an owner for a new invitation.',
})

/** By the code of the failure. */
export const signInFailures = defineMessages('sign-in.failures', {
  cancelled: 'You cancelled the sign-in. Nothing was changed.',
  sign_in_required: 'This link was already used or has expired. Create a new one in the terminal.',
  not_signed_in: 'Sign in first, then connect the account again.',
  platform_refused: 'The platform did not confirm the sign-in. Try again.',
  not_found: 'This account no longer has access to the channel.',
  missing_role: 'This account does not belong to a channel here. Ask an owner for a link.',
  platform_unavailable: 'Cannot reach the platform. Try again in a moment.',
  invalid_parameter: 'This sign-in was started in another browser or has expired. Try again.',
  other: commonTexts.theSignInFailedTryAgain,
})
