import { Failure } from '../../kernel/operation/contract/failures.ts'
import { vtsMessages } from './messages.ts'

export interface VtsSettings {
  readonly url: string
}

/** Undefined without an address. Throws a `Failure` for one that is not the address of a WebSocket server. */
export function vtsSettingsIn(values: Readonly<Record<string, string | undefined>>): VtsSettings | undefined {
  const { url: text } = values
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSocket = url?.protocol === 'ws:' || url?.protocol === 'wss:'
  if (url === undefined || !isSocket || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Failure('invalid_parameter', { message: vtsMessages.wrongAddress.of() })
  }
  return { url: url.href }
}
