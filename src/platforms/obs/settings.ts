import { Failure } from '../../kernel/operation/contract/failures.ts'
import { obsMessages } from './messages.ts'
import type { ObsSettings } from './obs-socket.ts'

/** Undefined without an address. Throws a `Failure` for one that is not the address of a WebSocket server. */
export function obsSettingsIn(values: Readonly<Record<string, string | undefined>>): ObsSettings | undefined {
  const { url: text, password } = values
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSocket = url?.protocol === 'ws:' || url?.protocol === 'wss:'
  if (url === undefined || !isSocket || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Failure('invalid_parameter', { message: obsMessages.wrongAddress.of() })
  }
  return { url: url.href, password }
}
