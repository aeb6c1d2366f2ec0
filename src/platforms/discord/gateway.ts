import type { RawData, WebSocket } from 'ws'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { loadWs } from '../../kernel/load-ws.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection } from '../calls/connection.ts'
import {
  closeCodes,
  endsSession,
  type GatewayFrame,
  type GatewaySession,
  gatewayAddress,
  gatewayInfoIn,
  heartbeatFrame,
  identifyFrame,
  isFinal,
  parseGatewayFrame,
  readyIn,
  resumeFrame,
} from './gateway.external.ts'
import { discordMessages } from './messages.ts'
import type { DiscordRest } from './rest.ts'

export interface DiscordTimings extends RetryTimings {
  /** The time limit for the handshake, the greeting and the sign-in. */
  readonly readyMs: number
  /** The pause before a new session after Discord has ended one: a random time up to this one. */
  readonly newSessionMs: number
}

export const defaultDiscordTimings: DiscordTimings = {
  readyMs: 15_000,
  newSessionMs: 5_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
}

/** The description of a large server comes as one frame. */
const maxFrameBytes = 64 * 1024 * 1024
/** Any code but 1000 and 1001, with which Discord would end the session. */
const closeToResume = 4000

export interface DiscordGateway {
  close(): void
}

/**
 * A connection to the gateway of Discord that reconnects for ever, and resumes its session so that no event is lost. It
 * stops where another attempt would be refused in the same way: a token or intents that Discord refuses.
 */
export function openDiscordGateway(needs: {
  clock: Clock
  rest: DiscordRest
  token: string
  intents: number
  timings?: Partial<DiscordTimings>
  /** A new session: everything that was known of servers is void. */
  onSession: (session: GatewaySession) => void
  /** Every event, in order. */
  onEvent: (type: string, data: unknown) => void
  /** Connected: the session works, a new one or one that was resumed. */
  onStatus: (status: ConnectionStatus) => void
  /** Called for a frame that cannot be read. */
  onUnreadable: (error: unknown) => void
  random?: () => number
}): DiscordGateway {
  const { clock, rest, token, intents, onSession, onEvent, onStatus, onUnreadable, random = Math.random } = needs
  const timings = { ...defaultDiscordTimings, ...needs.timings }
  const connection = createConnection({ clock, timings, report: onStatus, connect: () => void open() })
  let socket: WebSocket | undefined
  let session: GatewaySession | undefined
  let sequence: number | undefined
  let heartbeats: NodeJS.Timeout | undefined
  let isAnswered = true
  let watchdog: NodeJS.Timeout | undefined
  let isClosed = false
  let attempt = 0

  async function open(): Promise<void> {
    drop()
    const mine = ++attempt
    let url = session?.url
    try {
      url ??= await startUrl()
    } catch (error) {
      if (mine === attempt) failed(error)
      return
    }
    if (mine !== attempt || isClosed || url === undefined) return
    connectTo(url)
  }

  /** Undefined if no session may be started now. */
  async function startUrl(): Promise<string | undefined> {
    const info = gatewayInfoIn(await rest.send({ method: 'GET', path: '/gateway/bot' }))
    if (info.remaining > 0) return info.url
    connection.down({ state: 'rate_limited', message: discordMessages.sessionLimit.of(), waitMs: info.resetMs })
    return undefined
  }

  function failed(error: unknown): void {
    if (rest.isTokenRefused) {
      stop(discordMessages.tokenRefused.of())
      return
    }
    if (!(error instanceof Failure)) onUnreadable(error)
    const message = error instanceof Failure ? error.text : discordMessages.unreadable.of()
    connection.down({ state: 'reconnecting', message })
  }

  function connectTo(url: string): void {
    const mine = new (loadWs().WebSocket)(gatewayAddress(url), {
      maxPayload: maxFrameBytes,
      handshakeTimeout: timings.readyMs,
      followRedirects: false,
    })
    socket = mine
    watch(mine)
    mine.on('message', (data: RawData, isBinary) => {
      if (socket === mine && !isBinary) receive(mine, String(data))
    })
    // The `close` event that follows handles the error.
    mine.on('error', () => {})
    mine.on('close', (code) => {
      if (socket === mine) lost(code)
    })
  }

  function receive(mine: WebSocket, text: string): void {
    let frame: GatewayFrame
    try {
      frame = parseGatewayFrame(text)
    } catch (error) {
      onUnreadable(error)
      return
    }
    switch (frame.kind) {
      case 'hello':
        beat(mine, frame.heartbeatMs)
        if (session !== undefined && sequence !== undefined) send(mine, resumeFrame(token, session.id, sequence))
        else send(mine, identifyFrame(token, intents))
        break
      case 'heartbeat-wanted':
        send(mine, heartbeatFrame(sequence ?? null))
        break
      case 'heartbeat-ack':
        isAnswered = true
        break
      case 'reconnect':
        leave(mine, 0)
        break
      case 'invalid-session':
        if (!frame.isResumable) forget()
        leave(mine, (0.2 + random() * 0.8) * timings.newSessionMs)
        break
      case 'dispatch':
        sequence = frame.sequence
        dispatch(frame.type, frame.data)
        break
      default:
        break
    }
  }

  function dispatch(type: string, data: unknown): void {
    if (type === 'READY') {
      try {
        session = readyIn(data)
      } catch (error) {
        onUnreadable(error)
        socket?.terminate()
        return
      }
      onSession(session)
    }
    if (type === 'READY' || type === 'RESUMED') {
      clearTimeout(watchdog)
      connection.up(noText)
      return
    }
    onEvent(type, data)
  }

  /**
   * The first heartbeat comes at a random time, so that bots that lost Discord together do not return together. A
   * heartbeat without an answer means that the connection is dead although it looks open.
   */
  function beat(mine: WebSocket, everyMs: number): void {
    isAnswered = true
    const tick = () => {
      if (!isAnswered) {
        leave(mine, 0)
        return
      }
      isAnswered = false
      send(mine, heartbeatFrame(sequence ?? null))
      heartbeats = setTimeout(tick, everyMs).unref()
    }
    clearTimeout(heartbeats)
    heartbeats = setTimeout(tick, everyMs * random()).unref()
  }

  function watch(mine: WebSocket): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      if (socket === mine) leave(mine, undefined, discordMessages.noAnswer.of())
    }, timings.readyMs).unref()
  }

  /** Closes a connection so that its session can be resumed, and comes back. */
  function leave(mine: WebSocket, waitMs: number | undefined, message = discordMessages.closed.of()): void {
    drop()
    mine.close(closeToResume)
    setTimeout(() => mine.terminate(), timings.readyMs).unref()
    connection.down({ state: 'reconnecting', message, waitMs })
  }

  function forget(): void {
    session = undefined
    sequence = undefined
  }

  function drop(): void {
    clearTimeout(watchdog)
    clearTimeout(heartbeats)
    socket = undefined
  }

  function lost(code: number): void {
    drop()
    if (code === closeCodes.tokenRefused) {
      rest.refuseToken()
      stop(discordMessages.tokenRefused.of())
    } else if (code === closeCodes.intentsRefused) stop(discordMessages.intentsRefused.of())
    else if (isFinal(code)) stop(discordMessages.refusedForever.of({ code }))
    else {
      if (endsSession(code)) forget()
      connection.down({ state: 'reconnecting', message: discordMessages.closed.of() })
    }
  }

  /** Until somebody changes something: another attempt would end in the same way. */
  function stop(message: Text): void {
    forget()
    connection.close()
    onStatus({ state: 'failed', message, until: null, missing: [] })
  }

  connection.start(discordMessages.connecting.of())
  return {
    close(): void {
      isClosed = true
      attempt++
      connection.close()
      const mine = socket
      drop()
      // 1000 ends the session at Discord too: nobody will resume it.
      mine?.close(1000)
      if (mine !== undefined) setTimeout(() => mine.terminate(), 1_000).unref()
    },
  }

  function send(mine: WebSocket, frame: string): void {
    mine.send(frame, () => {
      // A failed send is followed by a `close` event.
    })
  }
}
