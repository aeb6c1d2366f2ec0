import { connect } from 'node:net'
import { type HttpAnswer, type IncomingAnswer, startAnswer } from './http-answer.ts'

/** Older connections are not used again, so that no call meets one that the server is about to close. */
const idleMs = 2000

interface CallRequest {
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * As `fetch` does it, for a part of the processor time: tests make a hundred thousand calls, and `node:http` takes as long
 * for its side of a call as the server for the other one.
 */
export async function httpCall(url: string, { method = 'POST', headers, body = '' }: CallRequest): Promise<HttpAnswer> {
  const { protocol, host, hostname, port, pathname, search } = new URL(url)
  if (protocol !== 'http:') throw new TypeError(`not a server of a test: ${url}`)
  const given = Object.entries(headers)
  const lines = [
    ...ownHeaders(method, host, body).filter((one) => !given.some((other) => isSame(one, other))),
    ...given,
  ]
  const head = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.map(headerLine).join('')}\r\n`
  const connection = takeIdle(host) ?? openConnection(host, hostname, Number(port || 80))
  return connection.call(method, head, body)
}

type Header = readonly [name: string, value: string]

function ownHeaders(method: string, host: string, body: string): Header[] {
  const length: Header[] = method === 'GET' ? [] : [['Content-Length', String(Buffer.byteLength(body))]]
  return [['Host', host], ['User-Agent', 'node'], ['Connection', 'keep-alive'], ...length]
}

function isSame([name]: Header, [other]: Header): boolean {
  return name.length === other.length && name.toLowerCase() === other.toLowerCase()
}

function headerLine([name, value]: Header): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new TypeError(`the header ${name} has a character that none may have`)
  return `${name}: ${value}\r\n`
}

interface Connection {
  readonly idleSince: number
  call(method: string, head: string, body: string): Promise<HttpAnswer>
  drop(): void
}

/** By host and port. */
const idle = new Map<string, Connection[]>()

function takeIdle(host: string): Connection | undefined {
  const known = idle.get(host)
  for (let found = known?.pop(); found !== undefined; found = known?.pop()) {
    if (performance.now() - found.idleSince < idleMs) return found
    found.drop()
  }
  return undefined
}

/** A connection with one call at a time. While it is idle, it keeps no process from ending. */
function openConnection(host: string, hostname: string, port: number): Connection {
  const socket = connect({ host: hostname, port, noDelay: true })
  let current: { answer: IncomingAnswer; resolve(answer: HttpAnswer): void; reject(error: unknown): void } | undefined
  let idleSince = 0

  const connection: Connection = {
    get idleSince() {
      return idleSince
    },
    call(method, head, body) {
      const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
      current = { answer: startAnswer(method), resolve, reject }
      socket.ref()
      socket.cork()
      socket.write(head, 'latin1')
      if (body !== '') socket.write(body)
      socket.uncork()
      return promise
    },
    drop: () => socket.destroy(),
  }

  function finish({ answer, resolve }: NonNullable<typeof current>): void {
    current = undefined
    if (answer.mayKeepConnection()) {
      idleSince = performance.now()
      socket.unref()
      idle.set(host, [...(idle.get(host) ?? []), connection])
    } else socket.destroy()
    resolve(answer.read())
  }

  function fail(error: unknown): void {
    const others = idle.get(host)?.filter((one) => one !== connection) ?? []
    if (others.length > 0) idle.set(host, others)
    else idle.delete(host)
    current?.reject(error)
    current = undefined
  }

  socket.on('data', (chunk) => {
    // Without a call there is nothing to answer.
    if (current === undefined) socket.destroy()
    else if (current.answer.add(chunk)) finish(current)
  })
  socket.on('end', () => {
    if (current?.answer.endsWithConnection()) finish(current)
    socket.destroy()
  })
  socket.on('error', fail)
  socket.on('close', () => fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })))
  return connection
}
