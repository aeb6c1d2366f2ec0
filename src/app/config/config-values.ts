import { addressFault } from '../../kernel/http/addresses.ts'
import { createPublicKey } from '../../kernel/node.ts'
import { TextError } from '../../kernel/text/text-error.ts'
import type { GivenValue } from '../../platforms/services/service-settings.ts'
import { configMessages } from './config-messages.ts'

/** Readers of single settings. Each throws a `ConfigError` that says which setting is wrong and what it takes. */

/** An invalid setting: the command prints the message and exits with code 2. */
export class ConfigError extends TextError {}

export type Given = GivenValue | undefined

export function portOf(given: Given): number {
  if (given === undefined) return 4400
  const port = Number(given.text)
  if (!/^\d+$/.test(given.text) || port > 65_535) {
    throw new ConfigError(configMessages.port.of({ setting: given.from, value: given.text }))
  }
  return port
}

export function listenAddressOf(given: Given): { host: string; port: number } | undefined {
  if (given === undefined) return undefined
  const [, host = '127.0.0.1', port] = /^(?:(\[[\da-f:.]+\]|[^\s:]+):)?(\d{1,5})$/i.exec(given.text) ?? []
  if (port === undefined || Number(port) > 65_535) {
    throw new ConfigError(configMessages.portOrAddress.of({ setting: given.from, value: given.text }))
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

export function countOf(given: Given): number | undefined {
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,9}$/.test(given.text)) {
    throw new ConfigError(configMessages.positiveInteger.of({ setting: given.from, value: given.text }))
  }
  return Number(given.text)
}

export function megabytesOf(given: Given): number | undefined {
  if (given === undefined) return undefined
  const megabytes = Number(given.text)
  if (!/^\d{1,7}$/.test(given.text) || megabytes < 1) {
    throw new ConfigError(configMessages.megabytes.of({ setting: given.from, value: given.text }))
  }
  return megabytes * 1024 * 1024
}

export function optionOf<const W extends readonly string[]>(given: Given, values: W, fallback: W[number]): W[number] {
  if (given === undefined) return fallback
  if (values.includes(given.text)) return given.text
  throw new ConfigError(configMessages.oneOf.of({ setting: given.from, values: values.join(', '), value: given.text }))
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** In the form in which browsers send them: lower case, other alphabets as `xn--…`. */
export function hostsOf(given: Given): string[] {
  if (given === undefined) return []
  return entriesOf(given.text).map((entry) => {
    const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : undefined
    const isName = url !== undefined && url.href === `http://${url.hostname}/` && !/[*:/]/.test(entry)
    if (!isName) throw new ConfigError(configMessages.hostName.of({ setting: given.from, value: entry }))
    return url.hostname
  })
}

/** Each is an address, a network or a host name. */
export function destinationsOf(given: Given): string[] {
  if (given === undefined) return []
  return entriesOf(given.text).flatMap((entry) => {
    return addressFault(entry) === undefined ? [entry] : hostsOf({ ...given, text: entry })
  })
}

export function addressesOf(given: Given): string[] {
  if (given === undefined) return []
  const entries = entriesOf(given.text)
  for (const entry of entries) {
    const fault = addressFault(entry)
    if (fault !== undefined) throw new ConfigError(configMessages.invalid.of({ setting: given.from, reason: fault }))
  }
  return entries
}

export function urlOf(given: Given, protocols: readonly string[] = ['http', 'https']): string | undefined {
  if (given === undefined) return undefined
  const url = URL.canParse(given.text) ? new URL(given.text) : undefined
  if (url === undefined || !protocols.includes(url.protocol.slice(0, -1))) {
    const beginnings = protocols.map((protocol) => `${protocol}://`).join(' or ')
    throw new ConfigError(configMessages.url.of({ setting: given.from, beginnings, value: given.text }))
  }
  return url.href.replace(/\/$/, '')
}

/** The error does not quote the value, because it contains a password. */
export function databaseUrlOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  if (!/^postgres(ql)?:\/\/./.test(given.text)) {
    throw new ConfigError(configMessages.databaseUrl.of({ setting: given.from }))
  }
  return given.text
}

export function secretOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  if (given.text.length < 32) throw new ConfigError(configMessages.secret.of({ setting: given.from }))
  return given.text
}

export function tunnelUrlOf(given: Given): string | undefined {
  const url = urlOf(given, ['https'])
  if (url === undefined || new URL(url).pathname === '/') return url
  throw new ConfigError(configMessages.tunnelUrl.of({ setting: given?.from ?? '', value: url }))
}

/** A list of words in JSON, or a list of the settings file: there is no shell that could split a line. */
export function commandOf(given: Given): readonly [string, ...string[]] | undefined {
  if (given === undefined) return undefined
  const words = listIn(given.text)
  const [program, ...args] = words.filter((word): word is string => typeof word === 'string' && word !== '')
  if (program !== undefined && args.length === words.length - 1) return [program, ...args]
  throw new ConfigError(configMessages.command.of({ setting: given.from }))
}

function listIn(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** One line with escaped line breaks (\n), as in an environment variable, or several lines. */
export function publicKeyOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  const pem = given.text.replaceAll('\\n', '\n')
  try {
    createPublicKey(pem)
  } catch {
    throw new ConfigError(configMessages.publicKey.of({ setting: given.from }))
  }
  return pem
}
