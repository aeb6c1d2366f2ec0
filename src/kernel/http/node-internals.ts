import type { ServerResponse as Response } from 'node:http'
import { createServer, IncomingMessage, ServerResponse } from '../node.ts'

/**
 * Everything that relies on how Node's HTTP server works inside. Two shortcuts, each with the public API beside it:
 *
 * - The head of an answer is assigned to Node's own field. `writeHead` takes names and values one by one and checks each
 *   character again, which costs a tenth of a call.
 * - A request body goes from Node's parser to its reader. A stream with its events and ticks costs as much as everything
 *   else that is done for a short body.
 *
 * `internalsWork` tries both on a server without a port. When one of them does not behave as expected, this process
 * uses the public API: slower, with the same bytes on the wire.
 */
interface Internals {
  _header: string | null
  _last: boolean
}

let usesInternals: boolean | undefined

/** Whether the shortcuts are used, decided by the first server of this process. */
export function nodeInternalsInUse(): boolean {
  usesInternals ??= internalsWork()
  return usesInternals
}

/** For tests: the same promises hold on both paths. */
export function useNodeInternals(isUsed: boolean): void {
  usesInternals = isUsed
}

/** Sets status and head of an answer. `head` is complete: status line, header lines, empty line. */
export function setHead(res: Response, status: number, head: string, isLast: boolean): void {
  if (!nodeInternalsInUse()) {
    res.writeHead(status, headerPairs(head))
    return
  }
  const internals = res as unknown as Internals
  res.statusCode = status
  internals._last = isLast
  internals._header = head
}

/** Whether the connection ends after this answer. */
export function isLastAnswer(res: Response): boolean {
  if (nodeInternalsInUse()) return !res.shouldKeepAlive
  if (res.getHeader('Connection') === 'close') return true
  const { httpVersionMajor, httpVersionMinor, headers } = res.req
  const options = (headers.connection ?? '').toLowerCase().split(/[\s,]+/)
  const isPersistentByDefault = httpVersionMajor > 1 || httpVersionMinor > 0
  return isPersistentByDefault ? options.includes('close') : !options.includes('keep-alive')
}

/** Closes the connection once this answer is sent. */
export function closeAfterAnswer(res: Response): void {
  if (nodeInternalsInUse()) res.shouldKeepAlive = false
  else if (!res.headersSent) res.setHeader('Connection', 'close')
}

type BodyReceiver = (chunk: Buffer | null) => void

/** A request whose body can be received piece by piece without a stream in between. */
export class DirectRequest extends IncomingMessage {
  #receive: BodyReceiver | undefined = undefined

  /** Calls `receive` with every piece of the body, and with null after the last. */
  protected receiveBody(receive: BodyReceiver): void {
    if (!nodeInternalsInUse()) {
      this.on('data', receive)
      this.on('end', () => receive(null))
      return
    }
    // Pieces that arrived before this call. Reading also marks the body as consumed for Node.
    for (let early = this.read(); early !== null; early = this.read()) receive(early)
    this.#receive = receive
    if (this.complete) receive(null)
  }

  /** Node's parser calls this with every piece that arrives, and with null after the last. */
  override push(chunk: Buffer | null): boolean {
    if (this.#receive === undefined) return super.push(chunk)
    this.#receive(chunk)
    return true
  }

  /** For the check: receives without asking whether it works. */
  static receiveDirectly(req: DirectRequest, receive: BodyReceiver): void {
    req.#receive = receive
  }
}

const probeRequest = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n'
const probeHead = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n'

/**
 * Whether both shortcuts do on this Node what the public API does: one request is answered by the public API, to see
 * that it sets the fields we set, and one by the shortcuts. Costs less than a millisecond beside the compilation of code
 * that the first request needs anyway.
 */
export function internalsWork(Answer: typeof ServerResponse = ServerResponse): boolean {
  try {
    return fieldsAreKnown(Answer) && shortcutsWork(Answer)
  } catch {
    return false
  }
}

function fieldsAreKnown(Answer: typeof ServerResponse): boolean {
  const head = `${probeHead}Connection: close\r\n\r\n`
  let areKnown = false
  const written = exchange(Answer, `${probeRequest}Connection: close\r\n\r\n`, (_req, res, internals) => {
    res.sendDate = false
    const isOpen = res.shouldKeepAlive || internals._last
    res.writeHead(200, headerPairs(head))
    areKnown = !isOpen && internals._header === head && internals._last
    res.end('ok')
  })
  return areKnown && written === `${head}ok`
}

function shortcutsWork(Answer: typeof ServerResponse): boolean {
  const head = `${probeHead}Connection: keep-alive\r\n\r\n`
  let body = ''
  const written = exchange(Answer, `${probeRequest}\r\n`, (req, res, internals) => {
    DirectRequest.receiveDirectly(req, (chunk) => {
      if (chunk !== null) {
        body += chunk.toString('latin1')
        return
      }
      internals._last = !res.shouldKeepAlive
      internals._header = head
      if (res.headersSent) res.end('ok')
    })
  })
  return body === 'abcd' && written === `${head}ok`
}

/** Any duplex stream may be handed to a server as a connection; its data is parsed synchronously. */
function exchange(
  Answer: typeof ServerResponse,
  request: string,
  handle: (req: DirectRequest, res: Response, internals: Internals) => void,
): string {
  const { Duplex } = process.getBuiltinModule('node:stream')
  let written = ''
  const connection = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString('latin1')
      done()
    },
  })
  const server = createServer({ IncomingMessage: DirectRequest, ServerResponse: Answer }, (req, res) =>
    handle(req, res, res as unknown as Internals),
  )
  server.emit('connection', connection)
  connection.emit('data', Buffer.from(`${request}ab`))
  connection.emit('data', Buffer.from('cd'))
  connection.destroy()
  return written
}

/** `Name: value` lines of a head as the flat list that `writeHead` takes, in their order. */
function headerPairs(head: string): string[] {
  return head
    .split('\r\n')
    .slice(1, -2)
    .flatMap((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })
}
