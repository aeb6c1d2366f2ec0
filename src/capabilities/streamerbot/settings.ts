import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { streamerbotMessages as messages } from './messages.ts'

/** The port for clients of Streamer.bot, as a channel has set it up. */
export interface StreamerbotSettings {
  readonly key: string
  readonly port: number
  /** Pages that may connect; programs send no origin. */
  readonly origins: ReadonlySet<string>
}

/** The one that Streamer.bot itself and all its clients begin with. */
const defaultPort = 8080
const maxOrigins = 50

/** Undefined without a key. Throws a `Failure` for a port or an origin that cannot be used. */
export function streamerbotSettingsIn(
  values: Readonly<Record<string, string | undefined>>,
): StreamerbotSettings | undefined {
  const { key, port: portText, origins = '' } = values
  if (key === undefined) return undefined
  const port = portText === undefined ? defaultPort : Number(portText)
  if (!Number.isInteger(port) || port < 1024 || port > 65_535) throw invalid(messages.invalidPort.of())
  const listed = origins
    .split(',')
    .map((origin) => origin.trim().toLowerCase().replace(/\/$/, ''))
    .filter((origin) => origin !== '')
  const wrong = listed.find((origin) => !isOrigin(origin))
  if (wrong !== undefined) throw invalid(messages.invalidOrigin.of({ origin: wrong.slice(0, 100) }))
  return { key, port, origins: new Set(listed.slice(0, maxOrigins)) }
}

/** As browsers send it: scheme and host, and `null` for a page that is opened as a file. */
function isOrigin(text: string): boolean {
  if (text === 'null' || text === 'file://') return true
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && origin === text
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
