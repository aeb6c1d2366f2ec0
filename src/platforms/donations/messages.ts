import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about donation providers: the state of the connection and invalid deliveries. */
export const donationMessages = defineMessages('platforms.donations', {
  noAnswer: 'The provider does not answer.',
  connectionClosed: 'The connection was closed.',
  unreachable: 'The provider cannot be reached.',
  badStatus: 'The provider answered with status {status}.',
  streamlabsClosed: 'Streamlabs closed the connection.',
  streamlabsEnded: 'Streamlabs ended the session: check the Socket API token.',
  streamlabsRefused: 'Streamlabs refused the Socket API token.',
  streamelementsRefused: 'StreamElements refused the JWT token, or it belongs to another channel.',
  streamelementsError: 'StreamElements reported an error ({error}).',
  tipeeestreamClosed: 'TipeeeStream closed the connection.',
  tipeeestreamRefused: 'TipeeeStream refused the API key.',
  donationalertsRefused: 'DonationAlerts refused the access token, or it lacks a permission.',
  unreadableDelivery: 'The delivery cannot be read: {reason}.',
})
