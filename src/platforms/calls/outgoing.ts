import { promises as dns, type LookupAddress } from 'node:dns'
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { createNetworkList, isLocalAddress, isPublicAddress } from './outgoing-addresses.ts'
import { outgoingErrors } from './outgoing-messages.ts'
import { untilAborted } from './until-aborted.ts'

export const outgoingTimeoutMs = 5_000
export const maxOutgoingAnswerBytes = 64 * 1024

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Names such as `api.example.org` or `*.example.org`. Undefined: every public host. */
  readonly allowedHosts?: readonly string[]
  /** False: only the status matters, so the answer may be long and is not read. */
  readonly readsAnswer?: boolean
}

export interface OutgoingAnswer {
  readonly host: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface DownloadedFile {
  readonly host: string
  readonly status: number
  readonly headers: OutgoingAnswer['headers']
  readonly bytes: Buffer
}

export type Outgoing = ReturnType<typeof createOutgoing>

/** Loads this file and allows what the operator of the server allows. */
export type OpenOutgoing = (options?: Omit<Parameters<typeof createOutgoing>[0], 'allow'>) => Promise<Outgoing>

/** Headers that change how the request itself is read, or that belong to the connection. */
const ownHeaders = new Set(
  'host connection content-length transfer-encoding te trailer upgrade expect keep-alive proxy-connection accept-encoding'.split(
    ' ',
  ),
)

/**
 * The one way to call an address that a person entered. It refuses addresses that are not public (server-side request
 * forgery), resolves a name once and connects to that address, so that a name cannot change its address in between (DNS
 * rebinding), follows no redirect, and limits time and size.
 */
export function createOutgoing({
  allow = [],
  resolve = (host) => dns.lookup(host, { all: true }),
  timeoutMs = outgoingTimeoutMs,
  maxAnswerBytes = maxOutgoingAnswerBytes,
  reachesLocal = false,
}: {
  /** Hosts and networks that the operator allows although they are not public. */
  allow?: readonly string[] | undefined
  resolve?: ((host: string) => Promise<readonly LookupAddress[]>) | undefined
  timeoutMs?: number | undefined
  maxAnswerBytes?: number | undefined
  /** Whether addresses of this machine and of its network are allowed as well. Link-local ones never are. */
  reachesLocal?: boolean | undefined
}) {
  const isNetwork = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
  const isInAllowedNetwork = createNetworkList(allow.filter(isNetwork))
  const allowedNames = new Set(allow.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()))

  /** The address to connect to. Every address of a name must be allowed: the answer must not depend on their order. */
  async function addressOf(host: string, signal: AbortSignal): Promise<string> {
    const literal = host.replace(/^\[(.*)\]$/, '$1')
    const found = isIP(literal) === 0 ? await lookUp(host, signal) : [literal]
    const [first] = found
    if (first === undefined) throw refused(outgoingErrors.unknownHost.of({ host }))
    const isAllowed = (address: string) =>
      isPublicAddress(address) ||
      isInAllowedNetwork(address) ||
      allowedNames.has(host) ||
      (reachesLocal && isLocalAddress(address))
    if (!found.every(isAllowed)) throw refused(outgoingErrors.notPublic.of({ host }))
    return first
  }

  async function lookUp(host: string, signal: AbortSignal): Promise<string[]> {
    try {
      return (await untilAborted(signal, resolve(host))).map(({ address }) => address)
    } catch (cause) {
      if (signal.aborted) throw cause
      throw refused(outgoingErrors.unknownHost.of({ host }), cause)
    }
  }

  async function exchange(
    request: OutgoingRequest,
    maxBytes: number,
    stop: AbortSignal | undefined,
  ): Promise<DownloadedFile> {
    const url = urlOf(request.url)
    const host = nameOf(url)
    if (request.allowedHosts !== undefined && !isListed(host, request.allowedHosts)) {
      throw refused(outgoingErrors.hostNotAllowed.of({ host }))
    }
    const headers = headersOf(request)
    const time = AbortSignal.timeout(timeoutMs)
    const signal = stop === undefined ? time : AbortSignal.any([time, stop])
    let isSent = false
    try {
      const address = await addressOf(host, signal)
      isSent = true
      const response = await connect(url, address, { ...request, headers }, signal)
      const { statusCode: status = 0 } = response
      if (status >= 300 && status < 400) {
        response.destroy()
        throw failed(outgoingErrors.redirected.of({ host }))
      }
      const answer = { host, status, headers: response.headers }
      if (request.readsAnswer === false) {
        response.destroy()
        return { ...answer, bytes: Buffer.alloc(0) }
      }
      return { ...answer, bytes: await readBody(response, host, maxBytes, signal) }
    } catch (error) {
      if (error instanceof Failure) throw error
      const message = time.aborted
        ? outgoingErrors.timedOut.of({ host, seconds: timeoutMs / 1000 })
        : outgoingErrors.unreachable.of({ host })
      throw failed(message, { cause: error, mayHaveHappened: isSent && request.method !== 'GET' })
    }
  }

  return {
    /** Throws for an address that can never be called. The addresses of a name are checked with each call. */
    requireUrl(written: string): void {
      const host = nameOf(urlOf(written))
      const literal = host.replace(/^\[(.*)\]$/, '$1')
      const isLiteral = isIP(literal) !== 0
      if (isLiteral && !isPublicAddress(literal) && !isInAllowedNetwork(literal) && !allowedNames.has(host)) {
        throw refused(outgoingErrors.notPublic.of({ host }))
      }
    },

    async send(request: OutgoingRequest, stop?: AbortSignal): Promise<OutgoingAnswer> {
      const { host, status, headers, bytes } = await exchange(request, maxAnswerBytes, stop)
      return { host, status, headers, body: bytes.toString() }
    },

    /** A file of at most this size. */
    download: (request: OutgoingRequest, maxBytes: number, stop?: AbortSignal): Promise<DownloadedFile> =>
      exchange(request, maxBytes, stop),
  }
}

function urlOf(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused(outgoingErrors.notAnAddress.of())
  if (url.username !== '' || url.password !== '') throw refused(outgoingErrors.credentials.of())
  // Two dots that a viewer wrote would name another path than the one that was meant.
  const path = written.split(/[?#]/)[0] ?? ''
  if (/(?:^|[\\/])(?:\.|%2e){1,2}(?=[\\/]|$)/i.test(path)) throw refused(outgoingErrors.dotSegment.of())
  return url
}

/** URLs write every spelling of an IPv4 address (decimal, octal, hexadecimal, short) as four decimal numbers. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '').toLowerCase()
}

function isListed(host: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const isAnySubdomain = entry.startsWith('*.')
    const written = isAnySubdomain ? entry.slice(2) : entry
    const address = written.includes('://') ? written : `http://${written}`
    if (!URL.canParse(address)) return false
    const name = nameOf(new URL(address))
    return isAnySubdomain ? host.endsWith(`.${name}`) : host === name
  })
}

function headersOf({ headers = {}, body }: OutgoingRequest): Record<string, string> {
  const wanted = Object.entries(headers)
  const wrong = wanted.find(([name, value]) => {
    return (
      !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) ||
      /[^\t\x20-\x7e\x80-\xff]/.test(value) ||
      ownHeaders.has(name.toLowerCase())
    )
  })
  if (wrong !== undefined) throw refused(outgoingErrors.header.of({ header: wrong[0] }))
  return {
    'User-Agent': 'showcaller',
    Accept: '*/*',
    ...headers,
    'Accept-Encoding': 'identity',
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
}

/** Connects to the address that was checked; name and certificate are still those of the URL. */
async function connect(
  url: URL,
  address: string,
  { method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const { request } = isSecure ? await import('node:https') : process.getBuiltinModule('node:http')
  const name = nameOf(url)
  const options: RequestOptions & { servername?: string } = {
    method,
    host: address,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, ...headers },
    // A kept connection may lead to an address that was checked for another name.
    agent: false,
    signal,
    ...(isSecure && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0 && { servername: name }),
  }
  return new Promise((resolve, reject) => {
    const sending = request(options, resolve)
    sending.on('error', reject)
    sending.end(body)
  })
}

async function readBody(
  response: IncomingMessage,
  host: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const tooLarge = () => failed(outgoingErrors.tooLarge.of({ host, kilobytes: maxBytes / 1024 }))
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = response.headers
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (encoding !== 'identity') throw failed(outgoingErrors.encoded.of({ host }))
    if (Number(length) > maxBytes) throw tooLarge()
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
    signal.throwIfAborted()
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}

function refused(message: Text, cause?: unknown): Failure {
  return new Failure('destination_not_allowed', { message, cause })
}

function failed(message: Text, more: { cause?: unknown; mayHaveHappened?: boolean } = {}): Failure {
  return new Failure('request_failed', { message, ...more })
}
