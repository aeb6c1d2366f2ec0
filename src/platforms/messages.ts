import { defineMessages } from '../messages/message.ts'

/** Errors that are the same for every service. `{service}` is its title, `{account}` the title of an account. */
export const platformMessages = defineMessages('platforms', {
  refused: '{service} refused the request: {reason}.',
  signInRefused: '{service} refused the sign-in: {reason}.',
  noReason: 'it gave no reason',
  unexpectedAnswer: '{service} sent an answer that this server does not understand.',
  unknownAccount: '{service} did not say which account the sign-in belongs to.',
  unreachable: '{service} could not be reached.',
  noTimeLeft: 'The request was not sent to {service} because its time limit has passed.',
  paused: 'Requests to {service} are paused for {seconds} s after several errors.',
  timedOut: '{service} did not answer in time.',
  rateLimited: '{service} is limiting requests. Try again later.',
  rateLimitedFor: '{service} is limiting requests. Try again in {seconds} s.',
  serverError: '{service} has a server error (status {status}).',
  redirected: '{service} answered with a redirect.',
  answerTooLarge: '{service} sent an answer that is too large.',
  answerUnreadable: '{service} sent an answer that is not JSON.',
  noCredentials: 'This server has no credentials for {service}.',
  noRole: '{service} has no account for the role {role}.',
  noSignIn: 'You cannot sign in with {service} on this server.',
  invalidState: 'state does not belong to a sign-in that this browser started in the last ten minutes. Start again.',
  notConnected: 'No {service} account is connected.',
  unsupported: '{service} does not let other software {action}.',
  connectFirst: 'Connect {account} in the panel first.',
  signInExpired: 'The sign-in to {account} has expired. Connect it again in the panel.',
  missingScopes: 'Connect {account} again in the panel and allow {scopes}.',
  signInRejected: '{service} no longer accepts this sign-in.',
  signInRejectedBecause: '{service} no longer accepts this sign-in ({reason}).',
  botAccount: 'the {service} bot account',
  streamOffline: 'The stream on {service} is offline.',
  messageNotFound: '{service} has no such message.',
})

/** The result of a check of credentials. `{service}` is the title of the service, `{reason}` its own words. */
export const checkMessages = defineMessages('platforms.check', {
  appAccepted: '{service} accepts these credentials.',
  secretRefused:
    '{service} knows this client ID and refuses the client secret ({reason}). Create a new secret there and enter it.',
  appUnknown: '{service} does not know this client ID ({reason}). Copy it again.',
  appRefused: '{service} refuses these credentials ({reason}). Copy the client ID and the client secret again.',
  incomplete: 'Enter the credentials of {service} first.',
  failed: '{service} could not be checked.',
  timedOut: '{service} did not answer in time.',
})
