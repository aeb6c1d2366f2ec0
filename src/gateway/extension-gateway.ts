import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Clock, Ids } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import {
  aliveMs,
  type BrowserWords,
  type ClipOrder,
  type ClipResult,
  type ExtensionByeReason,
  type FromExtension,
  parseExtensionFrame,
} from '../contract/extension-messages.ts'
import { Failure } from '../contract/failures.ts'
import type { Limiter } from '../limits/limiter.ts'
import { loadWs } from '../load-ws.ts'
import type { Log } from '../log.ts'
import { createClipOrders } from './clip-orders.ts'
import { createExtensionSocket, type ExtensionSocket, type PairedBrowser } from './extension-socket.ts'

/** What the gateway asks of the extension feature. */
export interface ExtensionDesk {
  redeem(
    code: string,
    words: BrowserWords,
  ): Promise<(PairedBrowser & { readonly token: string }) | 'invalid_code' | 'too_many_browsers'>
  findByToken(token: string): Promise<PairedBrowser | undefined>
  seen(browser: PairedBrowser, version: string): Promise<void>
  /** After it the browser is told, and closed. */
  forget(browser: PairedBrowser): Promise<void>
}

export interface ExtensionTimings {
  readonly helloMs: number
  /** Who says nothing for so long is gone. */
  readonly silenceMs: number
  readonly clipMs: number
  /** How long a clip under way waits for a browser that lost the line to come back with it. */
  readonly returnMs: number
}

const usualTimings: ExtensionTimings = {
  helloMs: 5_000,
  silenceMs: 3 * aliveMs + 5_000,
  clipMs: 25_000,
  returnMs: 5_000,
}
const maxStrangers = 50
const codesPerMinute = 10
const closeMs = 300
const socketOptions = { noServer: true, clientTracking: false, maxPayload: 16 * 1024, perMessageDeflate: false }

export type ExtensionGateway = ReturnType<typeof createExtensionGateway>

/** The sockets of clip extensions: who may come in, who is there, and what they are asked to do. */
export function createExtensionGateway(needs: {
  desk: ExtensionDesk
  clock: Clock
  ids: Ids
  bus: Bus
  limiter: Limiter
  log: Log
  timings?: Partial<ExtensionTimings>
}) {
  const { desk, clock, ids, bus, limiter, log } = needs
  const timings = { ...usualTimings, ...needs.timings }
  let server: WebSocketServer | undefined
  const sockets = new Set<ExtensionSocket>()
  const orders = createClipOrders({ ids, ...timings })
  let unpairings = 0
  let closing = false

  const unsubscribe = bus.subscribe('extension-unpaired', ({ channelId, id }) => {
    unpairings++
    find(channelId, id)?.leave('unpaired')
  })
  const watch = setInterval(() => {
    for (const socket of sockets) if (clock.steady() - socket.heardAt > timings.silenceMs) socket.terminate()
  }, timings.silenceMs / 4).unref()

  function find(channelId: number, id: string): ExtensionSocket | undefined {
    return present(channelId).find((socket) => socket.browser?.id === id)
  }

  /** Whoever has the page open comes first, then whoever came last. */
  function present(channelId: number): ExtensionSocket[] {
    const here = [...sockets].filter(({ browser, isLeaving }) => browser?.channelId === channelId && !isLeaving)
    return here.reverse().sort((a, b) => Number(b.hasTab) - Number(a.hasTab))
  }

  function welcomeStranger(webSocket: WebSocket, address: string): void {
    const socket = createExtensionSocket(webSocket, { clock, onLeave: leftBehind })
    sockets.add(socket)
    const tooLate = setTimeout(() => {
      if (socket.browser === undefined) socket.leave('hello_expected')
    }, timings.helloMs).unref()
    webSocket.on('message', (data, isBinary) => {
      if (socket.isLeaving) return
      const isTooMuch = !socket.takeFrame()
      const message = isTooMuch || isBinary ? undefined : parseExtensionFrame(String(data))
      if (message === undefined) return socket.leave(isTooMuch ? 'too_many_messages' : 'bad_message')
      hear(socket, message, address).catch((error: unknown) => {
        log.error('the clip extension could not be heard', { error })
        socket.terminate()
      })
    })
    webSocket.on('error', () => socket.terminate())
    webSocket.on('close', () => {
      clearTimeout(tooLate)
      sockets.delete(socket)
      socket.terminate()
    })
  }

  function leftBehind(socket: ExtensionSocket): void {
    const { browser } = socket
    if (browser === undefined) return
    orders.lost(browser)
    bus.publish('presence-changed', { channelId: browser.channelId })
  }

  async function hear(socket: ExtensionSocket, message: FromExtension, address: string): Promise<void> {
    if (message.type === 'pair' || message.type === 'hello') {
      if (socket.saidHello) return socket.leave('bad_message')
      socket.saidHello = true
      return message.type === 'pair' ? pair(socket, message, address) : letIn(socket, message)
    }
    const { browser } = socket
    if (browser === undefined) return socket.leave('hello_expected')
    if (message.type === 'clip-result') return orders.settle(browser.channelId, message.id, message.result)
    if (message.type === 'unpair') return desk.forget(browser)
    const isNews = socket.hasTab !== message.tab
    socket.hasTab = message.tab
    socket.say({ type: 'alive' })
    if (isNews) bus.publish('presence-changed', { channelId: browser.channelId })
  }

  async function pair(socket: ExtensionSocket, message: BrowserWords & { code: string }, address: string) {
    const { allowed } = await limiter.take(`extension code ${address}`, codesPerMinute)
    if (!allowed) return socket.leave('too_many_tries')
    const { code, browser, version } = message
    const redeemed = await desk.redeem(code, { browser, version })
    if (typeof redeemed === 'string') return socket.leave(redeemed)
    const { token, ...paired } = redeemed
    socket.say({ type: 'paired', token, channel: paired.channelName })
    await seat(socket, paired, version, false)
  }

  async function letIn(socket: ExtensionSocket, { token, version, tab }: Extract<FromExtension, { type: 'hello' }>) {
    const browser = await findBrowser(token)
    if (browser === undefined) return socket.leave('invalid_token')
    await seat(socket, browser, version, tab)
  }

  /** A browser that is unpaired while it is looked up is looked up again, so that none slips in behind it. */
  async function findBrowser(token: string): Promise<PairedBrowser | undefined> {
    for (;;) {
      const before = unpairings
      const browser = await desk.findByToken(token)
      if (unpairings === before) return browser
    }
  }

  async function seat(socket: ExtensionSocket, browser: PairedBrowser, version: string, tab: boolean): Promise<void> {
    if (socket.isLeaving) return
    if (closing) return socket.leave('shutting_down')
    find(browser.channelId, browser.id)?.leave('replaced')
    socket.browser = browser
    socket.hasTab = tab
    socket.say({ type: 'welcome', channel: browser.channelName, aliveMs })
    bus.publish('presence-changed', { channelId: browser.channelId })
    await desk.seen(browser, version)
  }

  return {
    path: '/extension/socket',

    /** Web pages have no business here; an extension names itself as its origin, or nothing. */
    refuse(req: IncomingMessage): Failure | undefined {
      if (closing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      const strangers = [...sockets].filter(({ browser }) => browser === undefined).length
      if (strangers >= maxStrangers) return new Failure('overloaded', { retryAfterSeconds: 2 })
      const { origin } = req.headers
      if (origin === undefined || /^[a-z-]+-extension:\/\//.test(origin)) return undefined
      return new Failure('foreign_origin', { message: 'This socket is for the clip extension only.' })
    },

    accept(req: IncomingMessage, socket: Duplex, head: Buffer, onBroken: () => void): void {
      const address = req.socket.remoteAddress ?? ''
      server ??= new (loadWs().WebSocketServer)(socketOptions)
      server.once('wsClientError', onBroken)
      server.handleUpgrade(req, socket, head, (webSocket) => welcomeStranger(webSocket, address))
      server.off('wsClientError', onBroken)
    },

    isConnected: (channelId: number): boolean => present(channelId).length > 0,

    /** Who is there, by the id of the pairing. */
    presence(channelId: number): ReadonlyMap<string, { readonly hasTab: boolean }> {
      return new Map(present(channelId).flatMap(({ browser, hasTab }) => (browser ? [[browser.id, { hasTab }]] : [])))
    },

    /** Undefined when nobody is there. Only who has no page open passes the order on to the next. */
    async clip(channelId: number, wanted: Omit<ClipOrder, 'id' | 'timeoutMs'>): Promise<ClipResult | undefined> {
      return orders.inTurn(channelId, async () => {
        let result: ClipResult | undefined
        for (const socket of present(channelId)) {
          if (socket.browser === undefined) continue
          result = await orders.give(socket.browser, wanted, (order) => socket.say({ type: 'clip', ...order }))
          if (result.ok || result.reason !== 'no_tab') return result
        }
        return result
      })
    },

    async close(): Promise<void> {
      closing = true
      clearInterval(watch)
      unsubscribe()
      for (const socket of sockets) socket.leave('shutting_down' satisfies ExtensionByeReason)
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.terminate()
      }, closeMs)
      await Promise.all([...sockets].map(({ gone }) => gone))
      clearTimeout(deadline)
      orders.close()
    },
  }
}
