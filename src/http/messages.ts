import { defineMessages } from '../messages/message.ts'

/** Texts of HTTP answers that more is known about than their failure code says. */
export const httpMessages = defineMessages('http', {
  shuttingDown: 'The server is shutting down.',
  unknownAccount: 'This account belongs to no channel here. Ask an owner for a link.',
  hostMissing: 'The Host header is missing.',
  severalHosts: 'The request has several Host headers.',
  hostNotAllowed:
    'This server does not answer to the host name "{host}". If the name is yours, add it to SHOWCALLER_HOSTS.',
  bodyNotUtf8: 'The body is not valid UTF-8.',
  unknownOperation: 'There is no operation {name}.',
  unknownPanelOperation: 'The panel has no such operation.',
  usePost: 'Use POST {path}.',
  scopeNeeded: 'The API key needs the scope {scope}.',
  rateLimited: 'At most {limit} calls per minute are allowed. Try again in {seconds} s.',
  tooManyUnderWay: 'This API key has {max} requests under way. Wait for their answers.',
  tooManyInvalidKeys: 'Too many requests with invalid API keys. Wait and try again.',
  invalidIdempotencyKey: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
  mustBeOneOf: '{field} must be one of {values}.',
  stateLength: 'state must have 1 to {max} characters.',
  fileTooLarge: 'The file is larger than 10 MB.',
  onlyWebSocket: 'This address accepts WebSocket version 13 only.',
  roleNeeded: 'This needs the role {needed}; your role is {own}. {explanation}',
  mustBeViewer: 'viewer_id must be the number of a viewer.',
  backupRunning: 'A backup is already being created.',
  panelNotBuilt: 'The panel is not built. Run npm start to build it.',
  signInExpired: 'This sign-in was not started in this browser, or it has expired. Try again.',
  realAccountNeeded: 'This channel is connected to a real platform. Sign in with the account of its broadcaster.',
  accountTaken: 'Another person already signs in with this account.',
  signInCancelled: 'The sign-in was cancelled.',
  ownerNeeded: 'Only an owner can connect accounts.',
})
