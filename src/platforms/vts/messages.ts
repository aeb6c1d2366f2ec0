import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about VTube Studio: the state of the connection, and why a request failed. */
export const vtsMessages = defineMessages('platforms.vts', {
  connecting: 'Connecting to VTube Studio.',
  connected: {
    plural: 'count',
    one: 'VTube Studio {version} is connected with {count:number} hotkey.',
    other: 'VTube Studio {version} is connected with {count:number} hotkeys.',
  },
  works: 'VTube Studio {version} answers at this address.',
  unreachable: 'VTube Studio cannot be reached at {address}. Start VTube Studio, and allow plug-ins in its settings.',
  notVts: 'What answers at {address} is not VTube Studio.',
  apiOff: 'VTube Studio does not allow plug-ins. Turn on the API for plug-ins in its settings.',
  waiting: 'VTube Studio asks for your permission. Choose Allow in its window.',
  denied: 'VTube Studio refused: Showcaller was not allowed to control it. Ask again, and choose Allow in its window.',
  closed: 'VTube Studio closed the connection.',
  noAnswer: 'VTube Studio does not answer.',
  lost: 'The connection to VTube Studio was lost before it answered.',
  late: 'VTube Studio did not answer within {seconds:number} s.',
  wrongAddress: 'The address must begin with ws:// or wss://, such as ws://127.0.0.1:8001, without a password in it.',
  refused: 'VTube Studio refused the request: {reason}',
  error: 'error {id:number}',
})
