import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../kernel/ambient.ts'
import type { Bus } from '../../../kernel/bus/bus.ts'
import { acceptUpgrade, type PendingUpgrade } from '../../../kernel/gateway/accept-upgrade.ts'
import { createUnauthenticatedSockets } from '../../../kernel/gateway/unauthenticated-sockets.ts'
import type { RefusalLog } from '../../../kernel/limits/refusal-log.ts'
import type { Log } from '../../../kernel/log.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { gatewayMessages } from '../../overlay/gateway/messages.ts'
import { createOverlaySocket, type OverlaySocket } from '../../overlay/gateway/overlay-socket.ts'
import type { Page } from '../../overlay/gateway/page.ts'
import { allClosed, isOwnOrigin, openSocketServer } from '../../overlay/gateway/page-sockets.ts'
import type { FromPlayer, SongReport, ToPlayer } from '../contract/player-messages.ts'
import type { PlayerPages } from '../player-pages.ts'
import { parsePlayerFrame } from './parse-player-frame.ts'

const socketPath = '/player/socket'
const helloMs = 3_000
const heartbeatMs = 10_000
const answerTimeoutMs = 3_000
/** One browser source plays; a few more are open while somebody sets it up. */
const maxPagesPerChannel = 10
const unauthenticatedLimits = { perAddress: 10, inAll: 50 }

/** What plays on the pages. */
export interface PlayerContent {
  /** What a page shows that has just connected. */
  current(channelId: number): Promise<readonly ToPlayer[]>
  receive(channelId: number, report: SongReport): Promise<void>
}

export type PlayerGateway = ReturnType<typeof createPlayerGateway>

/** The WebSockets of player pages: who they are, what they play, and what they report about it. */
export function createPlayerGateway(needs: {
  playerPages: PlayerPages
  findChannel: (token: string) => Promise<number | undefined>
  content: PlayerContent
  clock: Clock
  bus: Bus
  refusals: RefusalLog
  log: Log
  /** A further host that pages may come from: behind a proxy the Host header can be an internal name. */
  publicHost: string | undefined
}) {
  const { playerPages, content, clock, bus, refusals, log, publicHost } = needs
  let server: WebSocketServer | undefined
  let isClosing = false
  let rolls = 0
  const sockets = new Set<OverlaySocket>()
  const unauthenticated = createUnauthenticatedSockets(unauthenticatedLimits, (socket: OverlaySocket) =>
    socket.terminate(),
  )
  const heartbeat = setInterval(() => {
    for (const socket of sockets) socket.sendHeartbeat()
  }, heartbeatMs).unref()
  // A new overlay link is a new player link.
  const unsubscribe = bus.subscribe('overlay-link-rolled', ({ channelId }) => {
    rolls++
    for (const page of playerPages.of(channelId)) page.leave('link_rolled')
  })

  function acceptSocket(webSocket: WebSocket, connection: Duplex, address: string): void {
    const onLeave = (page: Page) => playerPages.remove(page)
    const socket = createOverlaySocket(webSocket, { connection, clock, answerTimeoutMs, onLeave })
    sockets.add(socket)
    const onAuthenticated = unauthenticated.add(address, socket)
    const helloTimeout = setTimeout(() => socket.leave('hello_expected'), helloMs).unref()

    webSocket.on('message', (data, isBinary) => {
      if (socket.isLeaving) return
      const isOverLimit = !socket.countFrame()
      const message = isOverLimit || isBinary ? undefined : parsePlayerFrame(String(data))
      if (message === undefined) socket.leave(isOverLimit ? 'too_many_messages' : 'bad_message')
      else if (message.type === 'pong') socket.onPong()
      else if (message.type !== 'hello') receive(socket, message)
      else if (socket.hasSaidHello) socket.leave('bad_message')
      else {
        socket.hasSaidHello = true
        clearTimeout(helloTimeout)
        welcome(socket, message, onAuthenticated, address).catch((error: unknown) => {
          log.error('a player page could not connect', { error })
          socket.terminate()
        })
      }
    })
    webSocket.on('error', () => socket.terminate())
    webSocket.on('close', () => {
      clearTimeout(helloTimeout)
      onAuthenticated()
      sockets.delete(socket)
      socket.terminate()
    })
  }

  async function welcome(
    socket: OverlaySocket,
    { token, page: name }: Extract<FromPlayer, { type: 'hello' }>,
    onAuthenticated: () => void,
    address: string,
  ): Promise<void> {
    const channelId = await findChannel(token)
    if (socket.isLeaving) return
    if (isClosing) return socket.leave('shutting_down')
    if (channelId === undefined) {
      refusals.note('invalid_link', { address, path: socketPath })
      return socket.leave('invalid_link')
    }
    onAuthenticated()
    const open = playerPages.of(channelId)
    open.find((page) => page.name === name)?.leave('replaced')
    if (playerPages.of(channelId).length >= maxPagesPerChannel) return socket.leave('too_many_pages')
    const page = socket.register({ channelId, name, only: undefined })
    page.send(textOf({ type: 'welcome', heartbeatMs }))
    playerPages.add(page)
    for (const message of await content.current(channelId)) page.send(textOf(message))
  }

  /** Looks up again when a link was rolled during the lookup, so that no page connects with the old link. */
  async function findChannel(token: string): Promise<number | undefined> {
    for (;;) {
      const before = rolls
      const channelId = await needs.findChannel(token)
      if (rolls === before) return channelId
    }
  }

  function receive(socket: OverlaySocket, report: SongReport): void {
    if (socket.page === undefined) {
      socket.leave('hello_expected')
      return
    }
    const { channelId } = socket.page
    content
      .receive(channelId, report)
      .catch((error: unknown) => log.warn('a report of a player page was not used', { channelId, error }))
  }

  return {
    path: socketPath,

    /** The reason to refuse this upgrade, if any. */
    refuse(req: IncomingMessage): Failure | undefined {
      if (isClosing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      if (isOwnOrigin(req.headers.origin, [req.headers.host, publicHost])) return undefined
      return new Failure('foreign_origin', { message: gatewayMessages.onlyOwnPages.of() })
    },

    accept(upgrade: PendingUpgrade): void {
      server ??= openSocketServer()
      acceptUpgrade(server, upgrade, (webSocket) => acceptSocket(webSocket, upgrade.socket, upgrade.info.address))
    },

    async close(): Promise<void> {
      isClosing = true
      clearInterval(heartbeat)
      unsubscribe()
      for (const socket of sockets) socket.leave('shutting_down')
      if (sockets.size > 0) await allClosed(sockets)
    },
  }
}

function textOf(message: ToPlayer): string {
  return JSON.stringify(message)
}
