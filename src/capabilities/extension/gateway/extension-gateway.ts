import type { IncomingMessage } from 'node:http'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Clock, Ids } from '../../../kernel/ambient.ts'
import type { Bus } from '../../../kernel/bus/bus.ts'
import { acceptUpgrade, type PendingUpgrade } from '../../../kernel/gateway/accept-upgrade.ts'
import { createUnauthenticatedSockets } from '../../../kernel/gateway/unauthenticated-sockets.ts'
import type { Limiter } from '../../../kernel/limits/limiter.ts'
import type { RefusalLog } from '../../../kernel/limits/refusal-log.ts'
import { loadWs } from '../../../kernel/load-ws.ts'
import type { Log } from '../../../kernel/log.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import type { ConnectedBrowser, MirroredEvent } from '../../../platforms/contract/mirrored-events.ts'
import { gatewayMessages as messages } from '../../overlay/gateway/messages.ts'
import {
  aliveMs,
  type ClipOrder,
  type ClipResult,
  type ExtensionByeReason,
  type FromExtension,
} from '../contract/extension-messages.ts'
import { createBrowserHandshake, type PairingStore } from './browser-handshake.ts'
import { type ClipOrders, createClipOrders } from './clip-orders.ts'
import { createExtensionSocket, type ExtensionSocket } from './extension-socket.ts'
import { createMirrorNews, type MirrorStore } from './mirror-news.ts'
import { parseExtensionFrame } from './parse-frame.ts'

export interface ExtensionTimings {
  readonly helloMs: number
  /** How often a browser sends a sign of life, which also keeps its worker from being ended. */
  readonly aliveMs: number
  /** A browser that sends nothing for this long is disconnected. */
  readonly silenceMs: number
  readonly clipTimeoutMs: number
  /** How long a requested clip waits for a browser to reconnect with its result. */
  readonly reconnectTimeoutMs: number
}

const defaultTimings: ExtensionTimings = {
  helloMs: 3_000,
  aliveMs,
  silenceMs: 3 * aliveMs + 5_000,
  clipTimeoutMs: 25_000,
  reconnectTimeoutMs: 5_000,
}
const unauthenticatedLimits = { perAddress: 20, inAll: 100 }
const closeMs = 300
const socketPath = '/extension/socket'
const socketOptions = { noServer: true, clientTracking: false, maxPayload: 16 * 1024, perMessageDeflate: false }

export type ExtensionGateway = ReturnType<typeof createExtensionGateway>

/** The WebSockets of clip extensions: authentication, presence and clip requests. */
export function createExtensionGateway(needs: {
  pairings: PairingStore
  clock: Clock
  ids: Ids
  bus: Bus
  limiter: Limiter
  refusals: RefusalLog
  log: Log
  /** Absent where no platform has a page to mirror. */
  mirror?: MirrorStore | undefined
  timings?: Partial<ExtensionTimings>
}) {
  const { pairings, clock, ids, bus, limiter, refusals, log, mirror } = needs
  const timings = { ...defaultTimings, ...needs.timings }
  let server: WebSocketServer | undefined
  const sockets = new Set<ExtensionSocket>()
  const unauthenticated = createUnauthenticatedSockets(unauthenticatedLimits, (socket: ExtensionSocket) =>
    socket.terminate(),
  )
  const orders = createClipOrders({ ids, ...timings })
  const mirrorNews = createMirrorNews({ mirror, connected, bus, log })
  const handshake = createBrowserHandshake({
    ...{ pairings, bus, limiter, find },
    onRefused: (reason, address) => refusals.note(reason, { address, path: socketPath }),
    aliveMs: timings.aliveMs,
    isClosing: () => closing,
    onRegistered: mirrorNews.send,
  })
  let closing = false

  const watch = setInterval(() => {
    for (const socket of sockets) if (clock.steady() - socket.lastMessageAt > timings.silenceMs) socket.terminate()
  }, timings.silenceMs / 4).unref()

  function find(channelId: number, id: string): ExtensionSocket | undefined {
    return connected(channelId).find((socket) => socket.browser?.id === id)
  }

  /** Browsers with an open tab first, then the most recent connection first. */
  function connected(channelId: number): ExtensionSocket[] {
    const here = [...sockets].filter(({ browser, isLeaving }) => browser?.channelId === channelId && !isLeaving)
    return here.reverse().sort((a, b) => Number(b.hasTab) - Number(a.hasTab))
  }

  function acceptSocket(webSocket: WebSocket, address: string): void {
    const socket = createExtensionSocket(webSocket, { clock, onLeave: onDisconnect })
    sockets.add(socket)
    socket.onAuthenticated = unauthenticated.add(address, socket)
    const helloTimeout = setTimeout(() => {
      if (socket.browser === undefined) socket.leave('hello_expected')
    }, timings.helloMs).unref()
    webSocket.on('message', (data, isBinary) => {
      if (socket.isLeaving) return
      const isOverLimit = !socket.countFrame()
      const message = isOverLimit || isBinary ? undefined : parseExtensionFrame(String(data))
      if (message === undefined) return socket.leave(isOverLimit ? 'too_many_messages' : 'bad_message')
      receive(socket, message, address).catch((error: unknown) => {
        log.error('a message of the clip extension could not be handled', { error })
        socket.terminate()
      })
    })
    webSocket.on('error', () => socket.terminate())
    webSocket.on('close', () => {
      clearTimeout(helloTimeout)
      socket.onAuthenticated()
      sockets.delete(socket)
      socket.terminate()
    })
  }

  function onDisconnect(socket: ExtensionSocket): void {
    const { browser } = socket
    if (browser === undefined) return
    orders.disconnected(browser)
    bus.publish('presence-changed', { channelId: browser.channelId })
  }

  async function receive(socket: ExtensionSocket, message: FromExtension, address: string): Promise<void> {
    if (message.type === 'pair' || message.type === 'hello') {
      if (socket.hasSaidHello) return socket.leave('bad_message')
      socket.hasSaidHello = true
      return message.type === 'pair'
        ? handshake.pair(socket, message, address)
        : handshake.authenticate(socket, message, address)
    }
    const { browser } = socket
    if (browser === undefined) return socket.leave('hello_expected')
    if (message.type === 'clip-result') return orders.settle(browser.channelId, message.id, message.result)
    if (message.type === 'unpair') return pairings.forget(browser)
    if (message.type === 'mirrored') {
      const accepted = message.events.filter((event) => socket.countMirrored(peopleIn(event)))
      if (accepted.length > 0) await mirror?.receive(browser.channelId, { ...message, events: accepted })
      return
    }
    if (message.type === 'mirror-state') {
      if (socket.mirror === message.state) return
      socket.mirror = message.state
      return bus.publish('presence-changed', { channelId: browser.channelId })
    }
    const hasChanged = socket.hasTab !== message.tab
    socket.hasTab = message.tab
    socket.send({ type: 'alive' })
    if (hasChanged) bus.publish('presence-changed', { channelId: browser.channelId })
  }

  return {
    path: socketPath,

    /** Refuses web pages: the origin of an extension is its own, or missing. */
    refuse(req: IncomingMessage): Failure | undefined {
      if (closing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      const { origin } = req.headers
      if (origin === undefined || /^[a-z-]+-extension:\/\//.test(origin)) return undefined
      return new Failure('foreign_origin', { message: messages.onlyExtension.of() })
    },

    accept(upgrade: PendingUpgrade): void {
      server ??= new (loadWs().WebSocketServer)(socketOptions)
      acceptUpgrade(server, upgrade, (webSocket) => acceptSocket(webSocket, upgrade.info.address))
    },

    isConnected: (channelId: number): boolean => connected(channelId).length > 0,

    /** The connected browsers, by the id of their pairing. */
    presence(channelId: number): ReadonlyMap<string, ConnectedBrowser> {
      const browsers = connected(channelId)
      return new Map(
        browsers.flatMap(({ browser, hasTab, mirror }) => (browser ? [[browser.id, { hasTab, mirror }]] : [])),
      )
    },

    /** Undefined when no browser is connected. */
    async clip(channelId: number, wanted: Omit<ClipOrder, 'id' | 'timeoutMs'>): Promise<ClipResult | undefined> {
      return orders.runInOrder(channelId, () => clipWithFirst(orders, connected(channelId), wanted))
    },

    async close(): Promise<void> {
      closing = true
      clearInterval(watch)
      handshake.close()
      mirrorNews.close()
      for (const socket of sockets) socket.leave('shutting_down' satisfies ExtensionByeReason)
      await allClosed(sockets)
      orders.close()
    },
  }
}

/** Sockets that the browser does not close are terminated. */
async function allClosed(sockets: ReadonlySet<ExtensionSocket>): Promise<void> {
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, closeMs)
  await Promise.all([...sockets].map(({ gone }) => gone))
  clearTimeout(deadline)
}

/** The next browser is tried only when one has no open tab. */
async function clipWithFirst(
  orders: ClipOrders,
  browsers: readonly ExtensionSocket[],
  wanted: Omit<ClipOrder, 'id' | 'timeoutMs'>,
): Promise<ClipResult | undefined> {
  let result: ClipResult | undefined
  for (const socket of browsers) {
    if (socket.browser === undefined) continue
    result = await orders.send(socket.browser, wanted, (order) => socket.send({ type: 'clip', ...order }))
    if (result.ok || result.reason !== 'no_tab') return result
  }
  return result
}

/** Each of them may have to be looked up at the platform. */
function peopleIn(event: MirroredEvent): number {
  return event.kind === 'gift' ? event.names.length : 1
}
