import { defineMessages } from '../kernel/text/message.ts'

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
  noSuchCode: 'This code is no longer valid. Start again.',
  otherAccount: 'You signed in to {service} as {username}, but {expected} is connected. Nothing was changed.',
  onlyByCode: 'Without a client secret, {service} can only be connected with a code.',
  noDeviceCode: '{service} does not offer sign-in with a code.',
  notRequested: '{service} is not asked for the permission {scope} here.',
  openOnServer:
    '{service} sends the browser back to {address}, which only a browser on the computer that runs Showcaller can open. Open the panel there, or set SHOWCALLER_PUBLIC_URL.',
  openOnServerOrCode:
    '{service} sends the browser back to {address}, which only a browser on the computer that runs Showcaller can open. Open the panel there, or connect with a code.',
  secretForPublic:
    'Without a client secret, {service} accepts only a redirect to this computer. Use an app with a secret for the public address {address}.',
  notConnected: 'No {service} account is connected.',
  unsupported: '{service} does not let other software {action}.',
  connectFirst: 'Connect {account} in the panel first.',
  signInExpired: 'The sign-in to {account} has expired. Connect it again in the panel.',
  tokenReplaced: '{service} refused a token that has been replaced since. Try again.',
  missingScopes: 'Connect {account} again in the panel and allow {scopes}.',
  needsPermission: 'Needs the permission: {permission}.',
  signInRejected: '{service} no longer accepts this sign-in.',
  signInRejectedBecause: '{service} no longer accepts this sign-in ({reason}).',
  hasExpired: 'the sign-in has expired',
  renewedRejected: 'a renewed token was rejected too',
  nothingToRenew: 'there is nothing to renew',
  botAccount: 'the {service} bot account',
  streamOffline: 'The stream on {service} is offline.',
  messageNotFound: '{service} has no such message.',
})

/** What a platform may not offer, as it stands in `unsupported`. */
export const platformActions = defineMessages('platforms.actions', {
  writeInChat: 'write in the chat',
  reply: 'reply to a message',
  pin: 'pin a message',
  unpin: 'unpin a message',
  ban: 'ban viewers',
  unban: 'unban viewers',
  deleteMessages: 'delete messages',
  makeClips: 'make clips',
  runPolls: 'run polls',
  runPredictions: 'run predictions',
  startRaid: 'start a raid',
  giveShoutout: 'give a shoutout',
  sendAnnouncement: 'send an announcement',
  startAdBreak: 'start an ad break',
  changeChatModes: 'change the chat modes',
  setTitle: 'set the title',
  setCategory: 'set the category',
  lookUpCategories: 'look up categories',
  manageRewards: 'manage channel point rewards',
  countSubscribers: 'count subscribers',
  readBitsLeaders: 'read a leaderboard of bits',
})
export type PlatformAction = keyof typeof platformActions

/** The result of a check of credentials. `{service}` is the title of the service, `{reason}` its own words. */
export const checkMessages = defineMessages('platforms.check', {
  appAccepted: '{service} accepts these credentials.',
  acceptedBut: '{accepted} {problem}',
  secretRefused:
    '{service} knows this client ID and refuses the client secret ({reason}). Create a new secret there and enter it.',
  appUnknown: '{service} does not know this client ID ({reason}). Copy it again.',
  appRefused: '{service} refuses these credentials ({reason}). Copy the client ID and the client secret again.',
  incomplete: 'Enter the credentials of {service} first.',
  failed: '{service} could not be checked.',
  timedOut: '{service} did not answer in time.',
})
