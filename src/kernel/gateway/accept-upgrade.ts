import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'

/** An upgrade request as the HTTP server hands it over. */
export interface PendingUpgrade {
  readonly req: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly info: { readonly requestId: string; readonly address: string }
  readonly onInvalidHandshake: () => void
}

/** Completes the handshake of a WebSocket, synchronously. Like every other answer it has a request id. */
export function acceptUpgrade(
  server: WebSocketServer,
  { req, socket, head, info, onInvalidHandshake }: PendingUpgrade,
  onOpen: (webSocket: WebSocket) => void,
): void {
  const addRequestId = (lines: string[]) => void lines.push(`X-Request-Id: ${info.requestId}`)
  server.once('wsClientError', onInvalidHandshake)
  server.once('headers', addRequestId)
  server.handleUpgrade(req, socket, head, onOpen)
  server.off('wsClientError', onInvalidHandshake)
  server.off('headers', addRequestId)
}
