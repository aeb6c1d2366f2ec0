import { Failure } from '../../kernel/operation/contract/failures.ts'
import { voicemodMessages } from './messages.ts'

export interface VoicemodSettings {
  /** Tried in this order. */
  readonly addresses: readonly string[]
  readonly clientKey: string
}

/**
 * The ports that Voicemod may listen on, as its documentation lists them: it takes the first one that is free.
 * https://control-api.voicemod.net/getting-started
 */
const ports = [59129, 20000, 39273, 42152, 43782, 46667, 35679, 37170, 38501, 33952, 30546]
const localAddresses = ports.map((port) => `ws://127.0.0.1:${port}/v1/`)

/** Undefined without a client key. Throws a `Failure` for an address that is not that of a WebSocket server. */
export function voicemodSettingsIn(values: Readonly<Record<string, string | undefined>>): VoicemodSettings | undefined {
  const { url: text, client_key: clientKey } = values
  if (clientKey === undefined) return undefined
  if (text === undefined) return { addresses: localAddresses, clientKey }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSocket = url?.protocol === 'ws:' || url?.protocol === 'wss:'
  if (url === undefined || !isSocket || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Failure('invalid_parameter', { message: voicemodMessages.wrongAddress.of() })
  }
  return { addresses: [url.href], clientKey }
}
