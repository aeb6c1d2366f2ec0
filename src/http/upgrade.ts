import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { nextRequestId } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import { STATUS_CODES } from '../node-http.ts'
import { httpMessages as messages } from './messages.ts'
import { failureBody } from './response.ts'

/** A path that accepts WebSockets. */
export interface UpgradeRoute {
  readonly path: string
  refuse(req: IncomingMessage): Failure | undefined
  /**
   * `address` is the caller's, also behind a trusted proxy. `onInvalidHandshake` is called instead when the WebSocket
   * handshake is not valid.
   */
  accept(req: IncomingMessage, socket: Duplex, head: Buffer, address: string, onInvalidHandshake: () => void): void
}

/** Handles upgrade requests. A refused one gets the same failure body as any other request. */
export function createUpgrade(routes: readonly UpgradeRoute[]) {
  return (req: IncomingMessage, socket: Duplex, head: Buffer, address: string): void => {
    socket.on('error', () => socket.destroy())
    const path = (req.url ?? '/').split('?', 1)[0]
    const route = routes.find((candidate) => candidate.path === path)
    const refusal = route === undefined ? new Failure('not_found') : route.refuse(req)
    if (route === undefined || refusal !== undefined) answer(socket, refusal ?? new Failure('not_found'))
    else
      route.accept(req, socket, head, address, () =>
        answer(socket, new Failure('invalid_request', { message: messages.onlyWebSocket() })),
      )
  }
}

function answer(socket: Duplex, failure: Failure): void {
  const requestId = nextRequestId()
  const body = failureBody(failure, requestId)
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    ...(failure.retryAfterSeconds === undefined ? [] : [`Retry-After: ${failure.retryAfterSeconds}`]),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
