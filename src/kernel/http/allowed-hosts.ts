import type { IncomingMessage } from 'node:http'
import { isIP } from '../node.ts'
import { Failure } from '../operation/contract/failures.ts'
import { httpMessages as messages } from './messages.ts'
import { webhookPrefix } from './webhook-paths.ts'

const maxRemembered = 100
const maxShown = 80
/** A name or an address in brackets, then possibly a port. */
const hostShape = /^(\[[\da-f:.]+\]|[^\s:/@?#\\[\]]+)(?::\d{0,5})?$/i

const belowLocalhost = /^[\w-]+(?:\.[\w-]+)*\.localhost$/

export type AllowedHosts = ReturnType<typeof createAllowedHosts>

/**
 * Protects against DNS rebinding: a website whose name is made to point to this machine would otherwise be served as if
 * it were our own page. A name is refused unless it is known. An IP address is allowed: it cannot be rebound.
 *
 * The name of the tunnel is known for webhooks only. Everything else is not found there, so that a tunnel that was opened
 * for webhooks does not publish the panel.
 */
export function createAllowedHosts(
  names: Iterable<string | undefined>,
  tunnelHost: () => string | undefined = () => undefined,
) {
  const allowed = new Set(['localhost'])
  for (const name of names) if (name !== undefined) allowed.add(plainName(name))
  /** Raw headers that were allowed. Clients send the same one with every request. */
  const remembered = new Set<string>()
  let last: string | undefined

  /** Whether the raw Host header names this server, whatever its port, case and final dot. */
  function has(header: string): boolean {
    if (header === last) return true
    if (!remembered.has(header)) {
      const name = nameIn(header)
      if (name === undefined || !isAllowed(name)) return false
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.add(header)
    }
    last = header
    return true
  }

  function isAllowed(name: string): boolean {
    // Browsers resolve names below localhost to this machine themselves. Effects of the overlay run under such names.
    return allowed.has(name) || isIP(name) !== 0 || belowLocalhost.test(name)
  }

  /** Whether a request came through the tunnel, also where the tunnel replaces the Host header and says so. */
  function isTunnel({ headers, rawHeaders }: IncomingMessage): boolean {
    const name = tunnelHost()
    if (name === undefined) return false
    const tunnel = plainName(name)
    // A name that the operator has listed serves everything.
    if (allowed.has(tunnel)) return false
    const forwarded = String(headers['x-forwarded-host'] ?? '').split(',')
    return [...hostsIn(rawHeaders), ...forwarded].some((host) => nameIn(host.trim()) === tunnel)
  }

  return {
    isTunnel,

    /** Why a request is refused before anything else is decided about it; undefined if it is not. */
    refusal(req: IncomingMessage): Failure | undefined {
      const { host, 'x-forwarded-host': forwarded } = req.headers
      if (host !== undefined && host === last && forwarded === undefined && hasOneHost(req.rawHeaders)) return undefined
      if (isTunnel(req)) return hasOneHost(req.rawHeaders) && isWebhook(req.url) ? undefined : new Failure('not_found')
      if (host === undefined) {
        // Clients of HTTP/1.0, such as health checks, may leave it out; no browser does.
        if (req.httpVersion !== '1.1') return undefined
        return new Failure('invalid_request', { message: messages.hostMissing.of() })
      }
      if (has(host) && hasOneHost(req.rawHeaders)) return undefined
      const refused = hostsIn(req.rawHeaders).find((one) => !has(one))
      if (refused === undefined) return new Failure('invalid_request', { message: messages.severalHosts.of() })
      return new Failure('host_not_allowed', { message: messages.hostNotAllowed.of({ host: shown(refused) }) })
    },
  }
}

function nameIn(header: string): string | undefined {
  const name = hostShape.exec(header)?.[1]
  return name === undefined ? undefined : plainName(name)
}

/** The path as routes are chosen by it, without `..` and the like. */
function isWebhook(target = ''): boolean {
  if (!target.startsWith('/') || !URL.canParse(target, 'http://localhost')) return false
  const { host, pathname } = new URL(target, 'http://localhost')
  return host === 'localhost' && pathname.startsWith(webhookPrefix)
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/** Runs with every call. `headers` has only the first of several Host headers. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index])) count++
  return count === 1
}

function hostsIn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_value, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]))
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host'
}

function shown(host: string): string {
  return host.slice(0, maxShown).replace(/[^\w.:[\]-]/g, '?')
}
