import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure } from '../operation/contract/failures.ts'
import { httpMessages as messages } from './messages.ts'
import { endWithFailure } from './response.ts'

/** What is known about an upgrade request before its handshake. */
export interface UpgradeInfo {
  readonly requestId: string
  /** The client's, also behind a trusted proxy. */
  readonly address: string
  readonly onRefused?: (failure: Failure) => void
}

export interface UpgradeRequest {
  readonly req: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly info: UpgradeInfo
  /** Called instead of opening the socket when the WebSocket handshake is not valid. */
  readonly onInvalidHandshake: () => void
}

/** A path that accepts WebSockets. */
export interface UpgradeRoute {
  readonly path: string
  refuse(req: IncomingMessage, info: UpgradeInfo): Failure | undefined
  accept(upgrade: UpgradeRequest): void
}

export type Upgrade = ReturnType<typeof createUpgrade>

/** Handles upgrade requests. A refused one gets the same failure body as any other request. */
export function createUpgrade(routes: readonly UpgradeRoute[]) {
  function handle(req: IncomingMessage, socket: Duplex, head: Buffer, info: UpgradeInfo): void {
    const refuse = (failure: Failure) => {
      info.onRefused?.(failure)
      endWithFailure(socket, failure, info.requestId)
    }
    socket.on('error', () => socket.destroy())
    const path = (req.url ?? '/').split('?', 1)[0]
    const route = routes.find((candidate) => candidate.path === path)
    const refusal = route === undefined ? new Failure('not_found') : route.refuse(req, info)
    if (route === undefined || refusal !== undefined) {
      refuse(refusal ?? new Failure('not_found'))
      return
    }
    const onInvalidHandshake = () => refuse(new Failure('invalid_request', { message: messages.onlyWebSocket.of() }))
    route.accept({ req, socket, head, info, onInvalidHandshake })
  }
  return Object.assign(handle, { paths: routes.map(({ path }) => path) })
}
