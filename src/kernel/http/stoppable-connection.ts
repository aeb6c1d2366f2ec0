import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer } from '../node.ts'

/**
 * A connection whose parser can be stopped behind the head of a request, and continued. Node starts every request that
 * it finds in a chunk of up to 64 KiB, so without this a client that pipelines has hundreds of requests under way, however
 * long they take. While the parser is stopped nothing is read from the socket, so that TCP slows the client down
 * (backpressure), and the rest of the chunk is kept here.
 *
 * Like `node-internals.ts` this relies on how Node works inside. `parserCanStop` tries it on a server without a port;
 * where it does not behave as expected, no connection is stopped.
 */
export class StoppableConnection {
  readonly isStoppable: boolean
  readonly #socket: ParsedSocket
  #parser: Parser | undefined = undefined
  #isStopping = false
  #isStopped = false
  #rest: Buffer | undefined = undefined

  constructor(socket: Duplex, mayStop: boolean) {
    this.#socket = socket as ParsedSocket
    const { parser } = this.#socket
    const onIncoming = parser?.onIncoming
    this.isStoppable = mayStop && onIncoming != null
    if (parser == null || onIncoming == null || !mayStop) return
    parser.onIncoming = (req, shouldKeepAlive) => {
      const result = onIncoming(req, shouldKeepAlive)
      if (!this.#isStopping) return result
      this.#isStopping = false
      return stopParsing
    }
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The size of what is kept while the parser is stopped. */
  get keptBytes(): number {
    return this.#rest?.length ?? 0
  }

  /** During the event of a request: its body and everything behind it wait for `go`. */
  stop(): void {
    this.#isStopping = true
    this.#isStopped = true
    this.#socket.pause()
    // Node resumes socket and parser by itself, for example after an answer. Both have to wait for `go`.
    this.#socket.resume = () => this.#socket
    this.#parser = this.#socket.parser ?? undefined
    if (this.#parser !== undefined) this.#parser.resume = () => {}
  }

  /** Takes what Node reports after a stop, as a `clientError` with the code `stoppedCode`. */
  keep({ rawPacket = emptyRest, bytesParsed = 0 }: StopReport): void {
    if (this.#rest === undefined) {
      const rest = rawPacket.subarray(bytesParsed)
      // A copy of a small rest frees the chunk that it is a part of.
      this.#rest = rest.length === 0 ? emptyRest : rest.length * 2 < rawPacket.length ? Buffer.from(rest) : rest
      return
    }
    // Node had already decided to read on. Nothing of this chunk was parsed.
    this.#rest = Buffer.concat([this.#rest, rawPacket])
    this.#socket.emit('pause')
  }

  /** Continues behind the head at which the parser stopped; if the client has to read its answers first, after that. */
  go(): void {
    const rest = this.#rest
    if (!this.#isStopped || rest === undefined) return
    if (this.#socket._paused === true) {
      this.#socket.once('drain', () => this.go())
      return
    }
    const parser = this.#parser
    this.#rest = undefined
    this.#isStopped = false
    this.#restoreParser()
    if (this.#socket.destroyed) return
    parser?.resume()
    this.#socket.emit('data', rest)
    if (this.isStopped) return
    this.#socket.resume = Object.getPrototypeOf(this.#socket).resume
    this.#socket.resume()
  }

  /** The connection is closed: Node uses its parser for another one. */
  close(): void {
    this.#rest = undefined
    this.#restoreParser()
  }

  #restoreParser(): void {
    if (this.#parser !== undefined) this.#parser.resume = Object.getPrototypeOf(this.#parser).resume
    this.#parser = undefined
  }
}

interface Parser {
  onIncoming: ((req: IncomingMessage, shouldKeepAlive: boolean) => number) | null
  resume(): void
}

interface ParsedSocket extends Socket {
  readonly parser?: Parser | null
  /** Node waits until the client has read its answers. */
  readonly _paused?: boolean
}

/** The chunk in which the parser stopped, and how much of it was parsed. */
export interface StopReport {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** `HPE_PAUSED` of the parser llhttp, returned by its callback for the head of a request. */
const stopParsing = 21
/** The code of the `clientError` that follows a stop. */
export const stoppedCode = 'HPE_PAUSED'
/** Empty, but with memory behind it: Node takes a buffer without memory for the end of the connection. */
const emptyRest = Buffer.alloc(1).subarray(1)

let canStop: boolean | undefined

/** Whether parsers of this Node can be stopped; tried once. */
export function parserCanStop(): boolean {
  canStop ??= stopWorks()
  return canStop
}

/** Two requests arrive in one chunk, and a half. The parser must stop at each of them, and lose nothing. */
export function stopWorks(Connection: typeof StoppableConnection = StoppableConnection): boolean {
  try {
    return stopProbe(Connection).join(' ') === '/1 stop go 1:ab /2 stop go 2:cd'
  } catch {
    return false
  }
}

function stopProbe(Connection: typeof StoppableConnection): string[] {
  const { Duplex } = process.getBuiltinModule('node:stream')
  const seen: string[] = []
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  let connection: StoppableConnection | undefined
  const server = createServer((req) => {
    const name = (req.url ?? '').slice(1)
    seen.push(req.url ?? '')
    connection?.stop()
    req.on('error', () => {})
    // Called by the parser, at once and in order, where events of the stream come later.
    req.push = (chunk: Buffer | null) => {
      if (chunk !== null) seen.push(`${name}:${chunk.toString('latin1')}`)
      return true
    }
  })
  server.on('clientError', (error: Error & StopReport & { code?: string }) => {
    if (error.code !== stoppedCode) throw error
    seen.push('stop')
    connection?.keep(error)
  })
  server.emit('connection', stream)
  connection = new Connection(stream, true)
  const request = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n`
  stream.emit('data', Buffer.from(`${request('/1')}ab${request('/2')}`))
  for (let turn = 0; turn < 2; turn++) {
    seen.push('go')
    connection.go()
  }
  stream.emit('data', Buffer.from('cd'))
  stream.destroy()
  return seen
}
