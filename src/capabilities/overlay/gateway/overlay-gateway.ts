import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../kernel/ambient.ts'
import type { Bus } from '../../../kernel/bus/bus.ts'
import { acceptUpgrade, type PendingUpgrade } from '../../../kernel/gateway/accept-upgrade.ts'
import { createUnauthenticatedSockets } from '../../../kernel/gateway/unauthenticated-sockets.ts'
import type { RefusalLog } from '../../../kernel/limits/refusal-log.ts'
import type { Log } from '../../../kernel/log.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { englishOf } from '../../../kernel/text/store-text.ts'
import { type ObsReport, type PageMessage, parsePageFrame } from '../../../registry/overlay-messages.ts'
import { createInterruptedItems } from './interrupted-items.ts'
import { gatewayMessages } from './messages.ts'
import { createOverlaySocket, type OverlaySocket } from './overlay-socket.ts'
import type { OverlayStore } from './overlay-store.ts'
import { createPageHandshake, type HandshakeSteps } from './page-handshake.ts'
import { allClosed, isOwnOrigin, openSocketServer } from './page-sockets.ts'
import type { Pages } from './pages.ts'
import type { PlayerRelay } from './player-relay.ts'
import type { WidgetRelay } from './widget-relay.ts'

export interface GatewayTimings {
  readonly helloMs: number
  readonly heartbeatMs: number
  /** How long the answer to a heartbeat may take. */
  readonly answerTimeoutMs: number
  /** How long a page may be away before what it showed counts as interrupted. */
  readonly returnMs: number
}

const defaultTimings: GatewayTimings = {
  helloMs: 3_000,
  heartbeatMs: 10_000,
  answerTimeoutMs: 3_000,
  returnMs: 3_000,
}
const defaultMaxPages = 200
const unauthenticatedLimits = { perAddress: 50, inAll: 200 }
const socketPath = '/overlay/socket'

export type OverlayGateway = ReturnType<typeof createOverlayGateway>

/** The WebSockets of overlay pages: authentication, missed cues and delivery reports. */
export function createOverlayGateway(needs: {
  pages: Pages
  overlays: OverlayStore
  player: PlayerRelay
  /** Tests of the gateway alone have none. */
  widgets?: WidgetRelay
  clock: Clock
  bus: Bus
  refusals: RefusalLog
  log: Log
  /** A further host that pages may come from: behind a proxy the Host header can be an internal name. */
  publicHost: string | undefined
  maxPagesPerChannel?: number | undefined
  /** A page inside OBS reports what it knows; null when it is gone. */
  onObs?: (channelId: number, page: string, report: ObsReport | null) => void
  timings?: Partial<GatewayTimings>
}) {
  const { pages, overlays, player, clock, bus, refusals, log, publicHost, maxPagesPerChannel = defaultMaxPages } = needs
  const timings = { ...defaultTimings, ...needs.timings }
  let server: WebSocketServer | undefined
  const sockets = new Set<OverlaySocket>()
  const unauthenticated = createUnauthenticatedSockets(unauthenticatedLimits, (socket: OverlaySocket) =>
    socket.terminate(),
  )
  const interruptedItems = createInterruptedItems({ overlays, sockets, bus, log, returnMs: timings.returnMs })
  const handshake = createPageHandshake({
    ...needs,
    maxPagesPerChannel,
    heartbeatMs: timings.heartbeatMs,
    isClosing: () => closing,
  })
  let closing = false

  const heartbeat = setInterval(() => {
    for (const socket of sockets) socket.sendHeartbeat()
  }, timings.heartbeatMs).unref()

  function acceptSocket(webSocket: WebSocket, connection: Duplex, address: string): void {
    const socket = createOverlaySocket(webSocket, {
      connection,
      clock,
      answerTimeoutMs: timings.answerTimeoutMs,
      onLeave(page, showing, reason) {
        pages.remove(page)
        needs.widgets?.remove(page)
        needs.onObs?.(page.channelId, page.name, null)
        interruptedItems.abandon(page, showing, reason === 'link_rolled')
      },
    })
    sockets.add(socket)
    const onAuthenticated = unauthenticated.add(address, socket)
    const helloTimeout = setTimeout(() => socket.leave('hello_expected'), timings.helloMs).unref()
    const onHello = () => clearTimeout(helloTimeout)
    const onRefused = () => refusals.note('invalid_link', { address, path: socketPath })

    webSocket.on('message', (data, isBinary) => {
      if (socket.isLeaving) return
      const isOverLimit = !socket.countFrame()
      const received = isOverLimit || isBinary ? undefined : parsePageFrame(textOf(data))
      if (received === undefined) socket.leave(isOverLimit ? 'too_many_messages' : 'bad_message')
      else for (const message of received) receive(socket, message, { onHello, onAuthenticated, onRefused })
    })
    webSocket.on('error', () => socket.terminate())
    webSocket.on('close', () => {
      onHello()
      onAuthenticated()
      sockets.delete(socket)
      socket.terminate()
    })
  }

  function receive(socket: OverlaySocket, message: PageMessage, steps: HandshakeSteps): void {
    if (message.type === 'hello' && socket.hasSaidHello) {
      socket.leave('bad_message')
    } else if (message.type === 'hello') {
      socket.hasSaidHello = true
      steps.onHello()
      handshake.authenticate(socket, message, steps).catch((error: unknown) => {
        log.error('an overlay page could not connect', { error })
        socket.terminate()
      })
    } else if (message.type === 'pong') {
      socket.onPong()
    } else if (socket.page === undefined) {
      socket.leave('hello_expected')
    } else if (message.type === 'obs') {
      const { channelId, name } = socket.page
      needs.onObs?.(channelId, name, message)
    } else if (message.type === 'source-again') {
      needs.widgets?.again(socket.page, message.key)
    } else {
      const { channelId } = socket.page
      if (message.type === 'shown') socket.showing.add(message.id)
      else if (message.type !== 'warning') socket.showing.delete(message.id)
      const stored =
        message.type === 'warning' ? overlays.warning?.(channelId, message) : overlays.report(channelId, message)
      stored?.catch((error: unknown) => log.warn('a report of an overlay page could not be stored', { error }))
      if (message.type === 'warning')
        log.warn('an overlay page reported a warning', { id: message.id, reason: englishOf(message.reason) })
    }
  }

  return {
    path: socketPath,

    /** The reason to refuse this upgrade, if any. */
    refuse(req: IncomingMessage): Failure | undefined {
      if (closing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      if (isOwnOrigin(req.headers.origin, [req.headers.host, publicHost])) return undefined
      return new Failure('foreign_origin', { message: gatewayMessages.onlyOwnPages.of() })
    },

    accept(upgrade: PendingUpgrade): void {
      server ??= openSocketServer()
      acceptUpgrade(server, upgrade, (webSocket) => acceptSocket(webSocket, upgrade.socket, upgrade.info.address))
    },

    /** Notifies every page, so that each reconnects once the server is back. */
    async close(): Promise<void> {
      closing = true
      clearInterval(heartbeat)
      handshake.close()
      interruptedItems.close()
      player.close()
      needs.widgets?.close()
      for (const socket of sockets) socket.leave('shutting_down')
      if (sockets.size > 0) await allClosed(sockets)
    },
  }
}

function textOf(data: RawData): string {
  return (data as Buffer).toString()
}
