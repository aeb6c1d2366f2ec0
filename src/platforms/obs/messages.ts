import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about OBS: the state of the connection, and why a request failed. */
export const obsMessages = defineMessages('platforms.obs', {
  connecting: 'Connecting to OBS.',
  connected: 'OBS {version} is connected.',
  works: 'OBS {version} answers and accepts the password.',
  unreachable: 'OBS cannot be reached at {address}. Start OBS, and turn on Tools › WebSocket Server Settings in it.',
  notObs: 'What answers at {address} is not the WebSocket server of OBS 28 or newer.',
  wrongPassword: 'OBS refused the password. Copy it from Tools › WebSocket Server Settings › Show Connect Info in OBS.',
  kicked: 'OBS closed the connection of this server. It is made again in a minute.',
  closed: 'OBS closed the connection.',
  noAnswer: 'OBS does not answer.',
  notReady: 'OBS is loading its scenes.',
  lost: 'The connection to OBS was lost before OBS answered.',
  late: 'OBS did not answer within {seconds:number} s.',
  wrongAddress: 'The address must begin with ws:// or wss://, such as ws://127.0.0.1:4455, without a password in it.',
  refused: 'OBS refused the request: {reason}',
  status: 'error {status:number}',
  unknownRequest: 'This version of OBS does not know the request {type}.',
})
