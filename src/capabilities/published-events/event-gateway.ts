import type { IncomingMessage } from 'node:http'
import type { WebSocket, WebSocketServer } from 'ws'
import { type Clock, nextRequestId } from '../../kernel/ambient.ts'
import { acceptUpgrade, type PendingUpgrade } from '../../kernel/gateway/accept-upgrade.ts'
import { createUnauthenticatedSockets } from '../../kernel/gateway/unauthenticated-sockets.ts'
import { asFailure, failureBody } from '../../kernel/http/response.ts'
import { isRefusal, type RefusalLog } from '../../kernel/limits/refusal-log.ts'
import { loadWs } from '../../kernel/load-ws.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { gatewayMessages as messages } from '../overlay/gateway/messages.ts'
import {
  type CallMessage,
  type FirstSocketMessage,
  firstMessageIn,
  readCall,
  readFirstMessage,
} from './event-messages.ts'
import { createEventSocket, type EventSocket, type WrittenEvent } from './event-socket.ts'

const socketPath = '/v1/events/socket'
const defaultTimings = { keyMs: 5_000, heartbeatMs: 20_000 }
const unauthenticatedLimits = { perAddress: 50, inAll: 200 }
/** More than a person presses at once; the rate limits of the operations hold besides. */
const maxCallsUnderWay = 64
const closeMs = 300
const socketOptions = {
  noServer: true,
  clientTracking: false,
  // The largest body of a call, and what stands around it.
  maxPayload: 260 * 1024,
  maxFragments: 64,
  maxBufferedChunks: 1024,
  perMessageDeflate: false,
}

export type EventGatewayTimings = typeof defaultTimings

/** What the session of a program does with its socket. */
export interface SessionSocket {
  readonly address: string
  sendEvents(events: readonly WrittenEvent[]): void
  send(message: object): void
  /** Waits until most of what was sent is read; false when the socket is closed. */
  waitForRoom(): Promise<boolean>
  /** Says why and closes. */
  end(reason: Failure): void
}

export interface CallAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A program with a valid key. */
export interface ProgramSession {
  /** The last event that it has, or that was not for it. */
  readonly lastEventId: string
  /** Runs a call with the checks, limits and records of `POST /v1/<operation>`. */
  call(message: CallMessage, requestId: string): Promise<CallAnswer>
  leave(): void
}

export type EventGateway = ReturnType<typeof createEventGateway>

/** `/v1/events/socket`: events as they happen, and calls of operations on the same connection. */
export function createEventGateway(needs: {
  /** Checks the key and begins to send events. Throws a failure. */
  openSession: (first: FirstSocketMessage, socket: SessionSocket) => Promise<ProgramSession>
  writeFailure?: (failure: Failure, requestId: string) => string
  clock: Clock
  refusals: RefusalLog
  publicHost: string | undefined
  timings?: Partial<EventGatewayTimings> | undefined
}) {
  const { openSession, writeFailure = failureBody, clock, refusals, publicHost } = needs
  const timings = { ...defaultTimings, ...needs.timings }
  let server: WebSocketServer | undefined
  let isClosing = false
  let heartbeat: NodeJS.Timeout | undefined
  const sockets = new Map<EventSocket, ProgramSession | undefined>()
  const unauthenticated = createUnauthenticatedSockets(unauthenticatedLimits, (socket: EventSocket) =>
    socket.terminate(),
  )

  function sendHeartbeats(): void {
    for (const [socket, session] of sockets) {
      if (session !== undefined) socket.send({ type: 'heartbeat', last_event_id: session.lastEventId })
      socket.checkAlive()
    }
  }

  function acceptSocket(webSocket: WebSocket, { req, socket: connection, info }: PendingUpgrade): void {
    const { address } = info
    const socket = createEventSocket(webSocket, { connection, clock })
    sockets.set(socket, undefined)
    heartbeat ??= setInterval(sendHeartbeats, timings.heartbeatMs).unref()
    const onAuthenticated = unauthenticated.add(address, socket)
    const keyTimeout = setTimeout(() => refuse(new Failure('missing_key')), timings.keyMs).unref()
    let hasSentKey = false
    let callsUnderWay = 0

    function refuse(error: unknown): void {
      const failure = asFailure(error)
      if (isRefusal(failure)) {
        const { requestId } = info
        refusals.note(failure.code, { address, path: socketPath, requestId, actor: failure.actor })
      }
      leave(socket, failure)
    }

    async function open(first: FirstSocketMessage): Promise<void> {
      hasSentKey = true
      const session = await openSession(first, {
        address,
        sendEvents: socket.sendEvents,
        send: socket.send,
        waitForRoom: socket.waitForRoom,
        end: (reason) => leave(socket, reason),
      })
      clearTimeout(keyTimeout)
      onAuthenticated()
      if (sockets.has(socket)) sockets.set(socket, session)
      else session.leave()
    }

    function receiveFirst(text: string): void {
      const first = hasSentKey ? undefined : readFirstMessage(text)
      if (first === undefined) leave(socket, badMessage(messages.keyExpected.of()))
      else open(first).catch(refuse)
    }

    function receiveCall(session: ProgramSession, text: string): void {
      const message = readCall(text)
      if (message === undefined) {
        leave(socket, badMessage(messages.callExpected.of()))
        return
      }
      const requestId = nextRequestId()
      const { id } = message
      const answerFailure = (error: unknown) => socket.send({ id, ...failureAnswer(asFailure(error), requestId) })
      if (callsUnderWay >= maxCallsUnderWay) {
        const said = messages.tooManyCalls.of({ max: maxCallsUnderWay })
        answerFailure(new Failure('rate_limited', { message: said, retryAfterSeconds: 1 }))
        return
      }
      callsUnderWay++
      session
        .call(message, requestId)
        .then(({ status, headers, body }) => socket.send({ id, status, headers, body }), answerFailure)
        .finally(() => {
          callsUnderWay--
        })
    }

    webSocket.on('message', (data, isBinary) => {
      if (socket.isLeaving) return
      const session = sockets.get(socket)
      if (!socket.countFrame()) leave(socket, new Failure('rate_limited', { retryAfterSeconds: 1 }))
      else if (isBinary) leave(socket, badMessage(messages.callExpected.of()))
      else if (session === undefined) receiveFirst(String(data))
      else receiveCall(session, String(data))
    })
    webSocket.on('pong', socket.onPong)
    webSocket.on('error', () => socket.terminate())
    webSocket.on('close', () => {
      clearTimeout(keyTimeout)
      onAuthenticated()
      sockets.get(socket)?.leave()
      sockets.delete(socket)
      socket.terminate()
      if (sockets.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
    })
    const first = firstMessageIn(req.headers.authorization, req.url ?? '')
    if (first !== undefined) open(first).catch(refuse)
  }

  function failureAnswer(failure: Failure, requestId: string): CallAnswer {
    const { status, retryAfterSeconds } = failure
    const wait = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
    return {
      status,
      headers: { 'X-Request-Id': requestId, ...wait },
      body: JSON.parse(writeFailure(failure, requestId)),
    }
  }

  function leave(socket: EventSocket, failure: Failure): void {
    const { error, code } = JSON.parse(writeFailure(failure, '')) as { error: string; code: string }
    socket.leave(closeCodeOf(failure), { type: 'closed', code, error })
  }

  return {
    path: socketPath,

    /**
     * Keys are no secrets of web pages: other websites are refused, as the API sends no CORS headers either. `null` is
     * the origin of a sandboxed frame, which every website can have.
     */
    refuse(req: IncomingMessage): Failure | undefined {
      if (isClosing) return new Failure('shutting_down', { retryAfterSeconds: 2 })
      const { origin } = req.headers
      if (origin === undefined || !/^(https?:|null$)/.test(origin)) return undefined
      if (isOwn(origin, [req.headers.host, publicHost])) return undefined
      return new Failure('foreign_origin', { message: messages.onlyPrograms.of() })
    },

    accept(upgrade: PendingUpgrade): void {
      server ??= new (loadWs().WebSocketServer)(socketOptions)
      acceptUpgrade(server, upgrade, (webSocket) => acceptSocket(webSocket, upgrade))
    },

    async close(): Promise<void> {
      isClosing = true
      clearInterval(heartbeat)
      for (const socket of sockets.keys()) leave(socket, new Failure('shutting_down'))
      const deadline = setTimeout(() => {
        for (const socket of sockets.keys()) socket.terminate()
      }, closeMs)
      await Promise.all([...sockets.keys()].map(({ gone }) => gone))
      clearTimeout(deadline)
    },
  }
}

function badMessage(message: Text): Failure {
  return new Failure('invalid_request', { message })
}

/** 4000 and the status, so that clients can tell these apart; a server that closes has a code of its own. */
function closeCodeOf({ code, status }: Failure): number {
  return code === 'shutting_down' ? 1001 : 4000 + status
}

function isOwn(origin: string, hosts: readonly (string | undefined)[]): boolean {
  const { host } = URL.canParse(origin) ? new URL(origin) : { host: '' }
  return host !== '' && hosts.some((own) => own?.toLowerCase() === host)
}
