import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { ConnectionStatus } from '../../../definitions/connection-state.ts'
import { type Clock, nextRequestId } from '../../../kernel/ambient.ts'
import { createUnauthenticatedSockets } from '../../../kernel/gateway/unauthenticated-sockets.ts'
import { isLoopbackHost } from '../../../kernel/http/contract/loopback.ts'
import { endWithFailure, sendFailure } from '../../../kernel/http/response.ts'
import { isRefusal, type RefusalLog } from '../../../kernel/limits/refusal-log.ts'
import { loadWs } from '../../../kernel/load-ws.ts'
import type { Log } from '../../../kernel/log.ts'
import { createServer } from '../../../kernel/node.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { noText } from '../../../kernel/text/message.ts'
import { createEventSocket, type EventSocket } from '../../published-events/event-socket.ts'
import { type ClientServices, createStreamerbotClient, type StreamerbotClient } from './client.ts'
import { streamerbotPortMessages as messages } from './messages.ts'
import { newChallenge } from './password.ts'

/** The clients of Streamer.bot run on the machine of the broadcaster, and so does a server that has this port open. */
const loopback = '127.0.0.1'
const unauthenticatedLimits = { perAddress: 20, inAll: 20 }
const socketOptions = {
  noServer: true,
  clientTracking: false,
  maxPayload: 64 * 1024,
  maxFragments: 64,
  maxBufferedChunks: 1024,
  perMessageDeflate: false,
}
const defaultTimings = { passwordMs: 5_000, heartbeatMs: 20_000, retryMs: 10_000 }

export type StreamerbotTimings = typeof defaultTimings

/** What a channel has set up. */
interface StreamerbotSettings {
  /** The password of its clients. */
  readonly key: string
  readonly port: number
  readonly origins: ReadonlySet<string>
}

interface Port {
  readonly number: number
  readonly server: Server
  readonly clients: Map<EventSocket, StreamerbotClient>
  channels: ReadonlyMap<number, StreamerbotSettings>
  status: ConnectionStatus
  retry?: NodeJS.Timeout
  close(): Promise<void>
}

export type StreamerbotPorts = ReturnType<typeof createStreamerbotPorts>

/** Ports on which this node speaks the WebSocket protocol of Streamer.bot. Channels with the same port share it. */
export function createStreamerbotPorts(needs: {
  services: ClientServices
  clock: Clock
  log: Log
  refusals: RefusalLog
  onStatus: (channelId: number) => void
  timings?: Partial<StreamerbotTimings> | undefined
}) {
  const { services, clock, log, refusals, onStatus } = needs
  const timings = { ...defaultTimings, ...needs.timings }
  const ports = new Map<number, Port>()
  let webSockets: WebSocketServer | undefined
  let heartbeat: NodeJS.Timeout | undefined

  function open(number: number): Port {
    const unauthenticated = createUnauthenticatedSockets(unauthenticatedLimits, (socket: EventSocket) =>
      socket.terminate(),
    )
    const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (_req, res) =>
      sendFailure(res, new Failure('invalid_request', { message: messages.onlyWebSocket.of() }), nextRequestId()),
    )
    server.on('clientError', (_error, socket) => socket.destroy())
    server.on('upgrade', (req, socket, head) => {
      socket.on('error', () => socket.destroy())
      const failure = whyRefused(req, port)
      if (failure !== undefined) {
        const requestId = nextRequestId()
        refusals.note(failure.code, { address: loopback, path: `:${number}`, requestId })
        endWithFailure(socket, failure, requestId)
        return
      }
      webSockets ??= new (loadWs().WebSocketServer)(socketOptions)
      webSockets.handleUpgrade(req, socket, head, (webSocket) => accept(webSocket, socket))
    })

    function accept(webSocket: WebSocket, connection: Duplex): void {
      const socket = createEventSocket(webSocket, { connection, clock })
      const address = loopback
      const done = unauthenticated.add(address, socket)
      const refuse = (failure: Failure) => {
        if (isRefusal(failure)) refusals.note(failure.code, { address, path: `:${number}`, actor: failure.actor })
      }
      const timeout = setTimeout(() => socket.terminate(), timings.passwordMs).unref()
      const client = createStreamerbotClient(services, {
        socket,
        address,
        challenge: newChallenge(),
        passwords: () => [...port.channels.values()].map(({ key }) => key),
        onAuthenticated() {
          clearTimeout(timeout)
          done()
        },
        onRefused: refuse,
      })
      port.clients.set(socket, client)
      heartbeat ??= setInterval(checkClients, timings.heartbeatMs).unref()
      webSocket.on('message', (data, isBinary) => {
        if (socket.isLeaving) return
        if (isBinary || !socket.countFrame()) socket.terminate()
        else client.receive(String(data))
      })
      webSocket.on('pong', socket.onPong)
      webSocket.on('error', () => socket.terminate())
      webSocket.on('close', () => {
        clearTimeout(timeout)
        done()
        client.leave()
        port.clients.delete(socket)
        socket.terminate()
      })
    }

    const port: Port = {
      number,
      server,
      clients: new Map(),
      channels: new Map(),
      status: { state: 'connecting', message: noText, until: null, missing: [] },
      async close() {
        clearTimeout(port.retry)
        for (const socket of port.clients.keys()) socket.terminate()
        server.closeAllConnections()
        if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
      },
    }
    server.on('error', (error: NodeJS.ErrnoException) => {
      const isUsed = error.code === 'EADDRINUSE'
      const reason = error.code ?? error.message
      const message = isUsed
        ? messages.portInUse.of({ port: number })
        : messages.portFailed.of({ port: number, reason })
      log.warn('the port for clients of Streamer.bot could not be opened', { port: number, error })
      show(port, { state: 'failed', message, until: null, missing: [] })
      // The other program may end, such as Streamer.bot itself.
      port.retry = setTimeout(listen, timings.retryMs).unref()
    })
    server.on('listening', () => {
      log.info('clients of Streamer.bot can connect', { port: number })
      show(port, { state: 'connected', message: messages.listening.of({ port: number }), until: null, missing: [] })
    })
    const listen = () => void (ports.get(number) === port && server.listen(number, loopback))
    ports.set(number, port)
    listen()
    return port
  }

  function show(port: Port, status: ConnectionStatus): void {
    port.status = status
    for (const channelId of port.channels.keys()) onStatus(channelId)
  }

  function checkClients(): void {
    const sockets = [...ports.values()].flatMap(({ clients }) => [...clients.keys()])
    for (const socket of sockets) socket.checkAlive()
    if (sockets.length > 0) return
    clearInterval(heartbeat)
    heartbeat = undefined
  }

  return {
    /** The state of this node's port; undefined for a channel that has not set it up. */
    connectionOf: (channelId: number): ConnectionStatus | undefined =>
      [...ports.values()].find(({ channels }) => channels.has(channelId))?.status,

    /** Opens, closes and keeps ports, so that these channels have theirs. */
    async apply(settings: ReadonlyMap<number, StreamerbotSettings>): Promise<void> {
      const wanted = Map.groupBy(settings, ([, { port }]) => port)
      const changed = new Set<number>(settings.keys())
      for (const port of [...ports.values()]) {
        const channels = new Map(wanted.get(port.number))
        for (const channelId of port.channels.keys()) changed.add(channelId)
        // Clients whose password or page is no longer right have to prove themselves again.
        if (!isSame(port.channels, channels)) for (const socket of port.clients.keys()) socket.terminate()
        port.channels = channels
        if (channels.size > 0) continue
        ports.delete(port.number)
        await port.close()
      }
      for (const [number, channels] of wanted) {
        const port = ports.get(number) ?? open(number)
        port.channels = new Map(channels)
      }
      for (const channelId of changed) onStatus(channelId)
    },

    async close(): Promise<void> {
      clearInterval(heartbeat)
      const open = [...ports.values()]
      ports.clear()
      await Promise.all(open.map((port) => port.close()))
    },
  }
}

/** Against pages of other websites, also under a name that was made to point to this machine (DNS rebinding). */
function whyRefused({ headers }: IncomingMessage, { channels }: Port): Failure | undefined {
  const { host, origin } = headers
  if (host === undefined || !isLoopbackHost(host)) return new Failure('host_not_allowed')
  if (origin === undefined) return undefined
  const asked = origin.toLowerCase()
  if ([...channels.values()].some(({ origins }) => origins.has(asked))) return undefined
  return new Failure('foreign_origin', { message: messages.foreignPage.of({ origin: origin.slice(0, 100) }) })
}

function isSame(
  before: ReadonlyMap<number, StreamerbotSettings>,
  after: ReadonlyMap<number, StreamerbotSettings>,
): boolean {
  const text = (channels: ReadonlyMap<number, StreamerbotSettings>) =>
    JSON.stringify([...channels].map(([id, { key, origins }]) => [id, key, [...origins]]))
  return text(before) === text(after)
}
