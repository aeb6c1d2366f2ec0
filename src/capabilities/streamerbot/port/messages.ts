import { defineMessages } from '../../../kernel/text/message.ts'

/** Texts of the port for clients of Streamer.bot. */
export const streamerbotPortMessages = defineMessages('gateway.streamerbot', {
  listening: 'Clients of Streamer.bot connect to ws://127.0.0.1:{port}/ with the key as password.',
  portInUse: 'Port {port} is used by another program. Quit it, or choose another port.',
  portFailed: 'Port {port} could not be opened ({reason}).',
  onlyWebSocket: 'This port is for clients that speak the WebSocket protocol of Streamer.bot.',
  foreignPage: 'Pages of {origin} may not connect. The owner can allow them in the settings.',
  passwordNeeded: 'Authentication required. Enter the API key of the settings as password.',
  wrongPassword: 'The password is wrong. Enter the API key of the settings as password.',
  invalidMessage: 'A message must be a JSON object with request and id.',
  tooManyRequests: 'This client has {max:number} requests under way. Wait for their answers.',
})
