import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../kernel/ambient.ts'
import type { Bus } from '../../../kernel/bus/bus.ts'
import { acceptUpgrade, type PendingUpgrade } from '../../../kernel/gateway/accept-upgrade.ts'
import { createUnauthenticatedSockets } from '../../../kernel/gateway/unauthenticated-sockets.ts'
import type { RefusalLog } from '../../../kernel/limits/refusal-log.ts'
import { loadWs } from '../../../kernel/load-ws.ts'
import type { Log } from '../../../kernel/log.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import {
  type Hello,
  type ObsReport,
  type PageMessage,
  parsePageFrame,
  type Report,
  type StageState,
  type Warning,
} from '../../../registry/overlay-messages.ts'
import type { Cue } from '../contract/cues.ts'
import { gatewayMessages } from './messages.ts'
import { createOverlaySocket, type OverlaySocket } from './overlay-socket.ts'
import type { Page, Pages } from './pages.ts'
import type { PlayerRelay } from './player-relay.ts'
import type { WidgetRelay } from './widget-relay.ts'

/** What the gateway needs of the overlays feature. */
export interface OverlayStore {
  findChannel(token: string): Promise<number | undefined>
  /** The sequence number of the channel's newest event. */
  lastSeq(channelId: number): Promise<number>
  /**
   * Missed cues in order, from behind `cursor`: those after `after`, those that no page has confirmed yet, and for a page
   * without a state those that no page has shown yet.
   */
  missed(
    channelId: number,
    from: { readonly after: number; readonly cursor: number; readonly isNew: boolean },
  ): Promise<{ readonly cues: readonly Cue[]; readonly more: boolean }>
  report(channelId: number, report: Report): Promise<void>
  /** The page that showed these items went away and did not come back. */
  interrupt?(channelId: number, ids: readonly string[]): Promise<void>
  /** An item was shown without a part of it, or an effect was stopped. */
  warning?(channelId: number, warning: Warning): Promise<void>
  /** Settings and queue state for a page that connects. */
  stage?(channelId: number): Promise<StageState>
}

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
const closeMs = 300
const socketPath = '/overlay/socket'

/** What is done as a socket proves which link it has. */
interface Handshake {
  readonly onHello: () => void
  readonly onAuthenticated: () => void
  readonly onRefused: () => void
}

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
  /** A page has received everything it missed. */
  onConnected?: (page: Page) => void
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
  let rolls = 0
  let closing = false

  const heartbeat = setInterval(() => {
    for (const socket of sockets) socket.sendHeartbeat()
  }, timings.heartbeatMs).unref()

  const leftPages = new Set<ReturnType<typeof setTimeout>>()

  /** The items that a page showed when it went away. One that was only cut off is back within seconds. */
  function abandon({ channelId }: Page, ids: readonly string[], isFinal: boolean): void {
    if (ids.length === 0 || closing) return
    const timer = setTimeout(
      () => {
        leftPages.delete(timer)
        const left = ids.filter((id) => !isShownHere(channelId, id))
        overlays
          .interrupt?.(channelId, left)
          .catch((error: unknown) => log.warn('an interrupted item could not be stored', { error }))
      },
      isFinal ? 0 : timings.returnMs,
    ).unref()
    leftPages.add(timer)
  }

  function isShownHere(channelId: number, id: string): boolean {
    for (const { page, isLeaving, showing } of sockets) {
      if (!isLeaving && page?.channelId === channelId && showing.has(id)) return true
    }
    return false
  }

  const unsubscribeInterrupted = bus.subscribe('items-interrupted', ({ channelId, ids }) => {
    for (const id of ids.filter((one) => isShownHere(channelId, one))) {
      overlays
        .report(channelId, { type: 'shown', id })
        .catch((error: unknown) => log.warn('an item on screen could not be stored', { error }))
    }
  })

  const unsubscribe = bus.subscribe('overlay-link-rolled', ({ channelId }) => {
    rolls++
    pages.disconnectAll(channelId, 'link_rolled')
  })

  function acceptSocket(webSocket: WebSocket, connection: Duplex, address: string): void {
    const socket = createOverlaySocket(webSocket, {
      connection,
      clock,
      answerTimeoutMs: timings.answerTimeoutMs,
      onLeave(page, showing, reason) {
        pages.remove(page)
        needs.widgets?.remove(page)
        needs.onObs?.(page.channelId, page.name, null)
        abandon(page, showing, reason === 'link_rolled')
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

  function receive(socket: OverlaySocket, message: PageMessage, steps: Handshake): void {
    if (message.type === 'hello' && socket.hasSaidHello) {
      socket.leave('bad_message')
    } else if (message.type === 'hello') {
      socket.hasSaidHello = true
      steps.onHello()
      authenticate(socket, message, steps).catch((error: unknown) => {
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
        log.warn('an overlay page reported a warning', { id: message.id, reason: message.reason })
    }
  }

  async function authenticate(
    socket: OverlaySocket,
    hello: Hello,
    { onAuthenticated, onRefused }: Handshake,
  ): Promise<void> {
    const channelId = await findChannel(hello.token)
    if (socket.isLeaving) return
    if (closing) return socket.leave('shutting_down')
    if (channelId === undefined) {
      onRefused()
      return socket.leave('invalid_link')
    }
    onAuthenticated()
    pages.findNamed(channelId, hello.page)?.leave('replaced')
    if (pages.count(channelId) >= maxPagesPerChannel) return socket.leave('too_many_pages')
    const page = socket.register({ channelId, name: hello.page, only: hello.only })
    pages.add(page)

    const end = await overlays.lastSeq(channelId)
    // A sequence number beyond the end is from another history, such as the one before a restore.
    const after = hello.last !== undefined && hello.last <= end ? hello.last : end
    const stage = await overlays.stage?.(channelId)
    socket.sendMessage({ type: 'welcome', last: after, now: clock.now(), heartbeatMs: timings.heartbeatMs, ...stage })
    await player.sendState(page)
    await needs.widgets?.add(page, hello.seen)
    // It may have left meanwhile.
    if (socket.isLeaving) needs.widgets?.remove(page)
    // The queue of a page that was closed is shown by the page that replaces it.
    const isNew = hello.last === undefined
    await pages.catchUp(
      page,
      after,
      (cursor) => overlays.missed(channelId, { after, cursor, isNew }),
      socket.waitForRoom,
    )
    if (!socket.isLeaving) needs.onConnected?.(page)
  }

  /** Looks up again when a link was rolled during the lookup, so that no page connects with the old link. */
  async function findChannel(token: string): Promise<number | undefined> {
    for (;;) {
      const before = rolls
      const channelId = await overlays.findChannel(token)
      if (rolls === before) return channelId
    }
  }

  return {
    path: socketPath,

    /** The reason to refuse this upgrade, if any. */
    refuse(req: IncomingMessage): Failure | undefined {
      if (closing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      if (isOwnOrigin(req.headers.origin, [req.headers.host, publicHost])) return undefined
      return new Failure('foreign_origin', { message: gatewayMessages.onlyOwnPages() })
    },

    accept(upgrade: PendingUpgrade): void {
      server ??= openSocketServer()
      acceptUpgrade(server, upgrade, (webSocket) => acceptSocket(webSocket, upgrade.socket, upgrade.info.address))
    },

    /** Notifies every page, so that each reconnects once the server is back. */
    async close(): Promise<void> {
      closing = true
      clearInterval(heartbeat)
      unsubscribe()
      unsubscribeInterrupted()
      for (const timer of leftPages) clearTimeout(timer)
      player.close()
      needs.widgets?.close()
      for (const socket of sockets) socket.leave('shutting_down')
      if (sockets.size > 0) await allClosed(sockets)
    },
  }
}

function openSocketServer(): WebSocketServer {
  return new (loadWs().WebSocketServer)({
    noServer: true,
    clientTracking: false,
    maxPayload: 64 * 1024,
    maxFragments: 64,
    maxBufferedChunks: 1024,
    perMessageDeflate: false,
  })
}

/** Sockets that the page does not close are terminated. */
async function allClosed(sockets: ReadonlySet<OverlaySocket>): Promise<void> {
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, closeMs)
  await Promise.all([...sockets].map((socket) => socket.gone))
  clearTimeout(deadline)
}

function isOwnOrigin(origin: string | undefined, hosts: readonly (string | undefined)[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host !== '' && hosts.some((own) => own?.toLowerCase() === host)
}

function textOf(data: RawData): string {
  return (data as Buffer).toString()
}
