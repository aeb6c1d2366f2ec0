import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../node.ts'
import { nodeInternalsInUse } from './node-internals.ts'

/**
 * Takes a connection away from Node's HTTP server once the head of its last answer is sent, in the way in which Node does
 * it for a WebSocket. A connection that is only written to for hours then is a bare socket: request, answer and parser
 * with all that belongs to them are three quarters of its memory.
 *
 * Like `node-internals.ts` this relies on how Node works inside. `detachingWorks` tries it on a server without a port;
 * where it does not behave as expected, the connection stays with its server, which takes more memory and nothing else.
 */
export function detachConnection(res: ServerResponse): boolean {
  if (!nodeInternalsInUse()) return false
  canDetach ??= detachingWorks()
  return canDetach && detach(res)
}

let canDetach: boolean | undefined

interface HttpSocket extends Socket {
  readonly parser?: { readonly incoming: unknown } | null
}

type FreeParser = (parser: HttpSocket['parser'], req: unknown, socket: Socket) => void

/** What Node's HTTP server listens to. */
const httpEvents = ['data', 'end', 'close', 'drain', 'error', 'timeout', 'pause', 'resume']

function detach(res: ServerResponse): boolean {
  const { req } = res
  const socket = res.socket as HttpSocket | null
  // Not while a part of the answer waits behind others, or the request is not read completely.
  const isSent = res.headersSent && res.writableLength === socket?.writableLength
  if (socket?.parser == null || socket.destroyed || !isSent || !req.complete) return false
  res.detachSocket(socket)
  for (const name of httpEvents) socket.removeAllListeners(name)
  freeParserOf()(socket.parser, req, socket)
  // As with every HTTP connection: what a client still sends is dropped, and its end is the end of the connection.
  socket.on('error', ignore)
  socket.on('end', endToo)
  socket.resume()
  return true
}

function ignore(): void {}

function endToo(this: Socket): void {
  this.end()
}

/** Gives the parser back for other connections. */
function freeParserOf(): FreeParser {
  const common = process.getBuiltinModule('_http_common' as 'node:http') as unknown as { freeParser: FreeParser }
  return common.freeParser
}

/** One request is answered with a head, and its connection detached: what follows is written, and no longer parsed. */
export function detachingWorks(detachIt: typeof detach = detach): boolean {
  const { Duplex } = process.getBuiltinModule('node:stream')
  let parsed = ''
  let written = ''
  const connection = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString('latin1')
      done()
    },
  }) as unknown as HttpSocket
  let answer: ServerResponse | undefined
  const server = createServer((req, res) => {
    parsed += req.url
    answer = res
  })
  const send = (path: string) => connection.emit('data', Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`))
  try {
    server.emit('connection', connection)
    send('/1')
    if (answer === undefined) return false
    answer.writeHead(200).flushHeaders()
    if (!detachIt(answer) || connection.parser !== null) return false
    send('/2')
    connection.write('more')
    return parsed === '/1' && written.startsWith('HTTP/1.1 200 ') && written.endsWith('\r\n\r\nmore')
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
