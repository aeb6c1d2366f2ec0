import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../ambient.ts'
import type { Bus } from '../bus/bus.ts'
import { Failure } from '../contract/failures.ts'
import {
  type Cue,
  type Hello,
  type PageMessage,
  parsePageFrame,
  type Report,
  type StageState,
  type Warning,
} from '../contract/overlay-messages.ts'
import { loadWs } from '../load-ws.ts'
import type { Log } from '../log.ts'
import { createOverlaySocket, type OverlaySocket } from './overlay-socket.ts'
import type { Pages } from './pages.ts'
import type { PlayerRelay } from './player-relay.ts'

/** What the gateway asks of the overlays feature. */
export interface OverlayDesk {
  findChannel(token: string): Promise<number | undefined>
  /** The newest place in the channel's history. */
  lastSeq(channelId: number): Promise<number>
  /**
   * In order: what came after `after`, and what no page has confirmed yet, or, for a page that remembers nothing, shown
   * yet; of that, what stands behind `cursor`.
   */
  missed(
    channelId: number,
    from: { readonly after: number; readonly cursor: number; readonly isNew: boolean },
  ): Promise<{ readonly cues: readonly Cue[]; readonly more: boolean }>
  report(channelId: number, report: Report): Promise<void>
  /** An item went on without a part of it, or an effect was stopped. */
  warning?(channelId: number, warning: Warning): Promise<void>
  /** The settings and whatever else the broadcaster set, for a page that comes. */
  stage?(channelId: number): Promise<StageState>
}

export interface GatewayTimings {
  readonly helloMs: number
  readonly heartbeatMs: number
  /** How long an answer to a heartbeat may be under way. */
  readonly answerMs: number
}

const usualTimings: GatewayTimings = { helloMs: 5_000, heartbeatMs: 10_000, answerMs: 3_000 }
const usualMaxPages = 20
const maxStrangers = 200
const closeMs = 300

export type OverlayGateway = ReturnType<typeof createOverlayGateway>

/** The sockets of overlay pages: who may come in, what they missed, what they report. */
export function createOverlayGateway(needs: {
  pages: Pages
  desk: OverlayDesk
  player: PlayerRelay
  clock: Clock
  bus: Bus
  log: Log
  /** Another host the pages may come from: behind a proxy the request's own host can be an inner name. */
  publicHost: string | undefined
  maxPagesPerChannel?: number | undefined
  timings?: Partial<GatewayTimings>
}) {
  const { pages, desk, player, clock, bus, log, publicHost, maxPagesPerChannel = usualMaxPages } = needs
  const timings = { ...usualTimings, ...needs.timings }
  let server: WebSocketServer | undefined
  const sockets = new Set<OverlaySocket>()
  let strangers = 0
  let rolls = 0
  let closing = false

  const heartbeat = setInterval(() => {
    for (const socket of sockets) socket.beat()
  }, timings.heartbeatMs).unref()

  const unsubscribe = bus.subscribe('overlay-link-rolled', ({ channelId }) => {
    rolls++
    pages.dismiss(channelId, 'link_rolled')
  })

  function welcomeStranger(webSocket: WebSocket, wire: Duplex): void {
    const socket = createOverlaySocket(webSocket, { wire, clock, answerMs: timings.answerMs, onLeave: pages.remove })
    sockets.add(socket)
    strangers++
    const tooLate = setTimeout(() => socket.leave('hello_expected'), timings.helloMs).unref()
    let isStranger = true
    const settled = () => {
      if (isStranger) strangers--
      isStranger = false
      clearTimeout(tooLate)
    }

    webSocket.on('message', (data, isBinary) => {
      if (socket.isLeaving) return
      const isTooMuch = !socket.takeFrame()
      const messages = isTooMuch || isBinary ? undefined : parsePageFrame(textOf(data))
      if (messages === undefined) socket.leave(isTooMuch ? 'too_many_messages' : 'bad_message')
      else for (const message of messages) hear(socket, message, settled)
    })
    webSocket.on('error', () => socket.terminate())
    webSocket.on('close', () => {
      settled()
      sockets.delete(socket)
      socket.terminate()
    })
  }

  function hear(socket: OverlaySocket, message: PageMessage, settled: () => void): void {
    if (message.type === 'hello' && socket.saidHello) {
      socket.leave('bad_message')
    } else if (message.type === 'hello') {
      socket.saidHello = true
      settled()
      letIn(socket, message).catch((error: unknown) => {
        log.error('an overlay page could not be let in', { error })
        socket.terminate()
      })
    } else if (message.type === 'pong') {
      socket.answered()
    } else if (socket.page === undefined) {
      socket.leave('hello_expected')
    } else {
      const { channelId } = socket.page
      const kept = message.type === 'warning' ? desk.warning?.(channelId, message) : desk.report(channelId, message)
      kept?.catch((error: unknown) => log.warn('a report of an overlay page was not kept', { error }))
      if (message.type === 'warning')
        log.warn('an overlay page reported a warning', { id: message.id, reason: message.reason })
    }
  }

  async function letIn(socket: OverlaySocket, hello: Hello): Promise<void> {
    const channelId = await findChannel(hello.token)
    if (socket.isLeaving) return
    if (closing) return socket.leave('shutting_down')
    if (channelId === undefined) return socket.leave('invalid_link')
    pages.findNamed(channelId, hello.page)?.leave('replaced')
    if (pages.count(channelId) >= maxPagesPerChannel) return socket.leave('too_many_pages')
    const page = socket.become({ channelId, name: hello.page, only: hello.only })
    pages.add(page)

    const end = await desk.lastSeq(channelId)
    // A place beyond the end is from another history, such as the one before a restore.
    const after = hello.last !== undefined && hello.last <= end ? hello.last : end
    const stage = await desk.stage?.(channelId)
    socket.say({ type: 'welcome', last: after, now: clock.now(), heartbeatMs: timings.heartbeatMs, ...stage })
    await player.greet(page)
    // What waited in a page that was closed is shown by the one that is opened in its place.
    const isNew = hello.last === undefined
    await pages.catchUp(page, after, (cursor) => desk.missed(channelId, { after, cursor, isNew }), socket.hasRoom)
  }

  /** A link that is rolled while it is looked up is looked up again, so that no page slips in behind the roll. */
  async function findChannel(token: string): Promise<number | undefined> {
    for (;;) {
      const before = rolls
      const channelId = await desk.findChannel(token)
      if (rolls === before) return channelId
    }
  }

  return {
    path: '/overlay/socket',

    /** Why this request may not become a socket. */
    refuse(req: IncomingMessage): Failure | undefined {
      if (closing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      if (strangers >= maxStrangers) return new Failure('overloaded', { retryAfterSeconds: 2 })
      if (isOwnOrigin(req.headers.origin, [req.headers.host, publicHost])) return undefined
      return new Failure('foreign_origin', { message: 'The overlay socket is for pages of this server only.' })
    },

    accept(req: IncomingMessage, socket: Duplex, head: Buffer, onBroken: () => void): void {
      server ??= openSocketServer()
      server.once('wsClientError', onBroken)
      server.handleUpgrade(req, socket, head, (webSocket) => welcomeStranger(webSocket, socket))
      server.off('wsClientError', onBroken)
    },

    /** Tells every page, so that each comes back on its own once the server does. */
    async close(): Promise<void> {
      closing = true
      clearInterval(heartbeat)
      unsubscribe()
      player.close()
      for (const socket of sockets) socket.leave('shutting_down')
      if (sockets.size > 0) await allGone(sockets)
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

/** Pages that do not close their end are cut off. */
async function allGone(sockets: ReadonlySet<OverlaySocket>): Promise<void> {
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
