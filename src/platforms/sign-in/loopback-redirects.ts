import { isLoopbackHost } from '../../kernel/http/contract/loopback.ts'
import type { Service } from '../services/services.ts'

/**
 * Without HTTPS, services accept only some names of this machine as redirect: Twitch only `localhost`, Spotify only an
 * address such as 127.0.0.1. The others take both.
 */
const accepted: Readonly<Partial<Record<Service, { isFine: (hostname: string) => boolean; instead: string }>>> = {
  twitch: { isFine: (hostname) => hostname === 'localhost', instead: 'localhost' },
  spotify: { isFine: (hostname) => !hostname.endsWith('localhost'), instead: '127.0.0.1' },
}

/** The redirect address that the service accepts for a server on this machine. Public addresses stay as they are. */
export function acceptedRedirect(service: Service, address: string): string {
  const rule = accepted[service]
  const url = new URL(address)
  if (rule === undefined || !isPlainLoopback(url) || rule.isFine(url.hostname)) return address
  url.hostname = rule.instead
  return url.href
}

/**
 * The same address under the other name of this machine. Cookies belong to one name, so a browser that was sent back to
 * the wrong one is sent on to the one where its sign-in began. Undefined for a server with a public address.
 */
export function underOtherName(base: string, asked: { readonly host: string; readonly path: string }): URL | undefined {
  const url = new URL(asked.path, base)
  if (!isPlainLoopback(url) || !isLoopbackHost(asked.host)) return undefined
  if (new URL(`http://${asked.host}`).hostname !== 'localhost') url.hostname = 'localhost'
  else if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return url
}

/** An address that leads every browser to its own machine. */
export function isPlainLoopback(address: URL | string): boolean {
  const { protocol, host } = new URL(address)
  return protocol === 'http:' && isLoopbackHost(host)
}
