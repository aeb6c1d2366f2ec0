import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection } from '../calls/connection.ts'
import {
  closeCodes,
  endsSession,
  type GatewayFrame,
  type GatewaySession,
  gatewayInfoIn,
  identifyFrame,
  isFinal,
  readyIn,
  resumeFrame,
} from './gateway.external.ts'
import { type GatewaySocket, openGatewaySocket } from './gateway-socket.ts'
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
  let socket: GatewaySocket | undefined
  let session: GatewaySession | undefined
  let sequence: number | undefined
  let isClosed = false
  let attempt = 0

  async function open(): Promise<void> {
    const mine = ++attempt
    let url = session?.url
    try {
      url ??= await startUrl()
    } catch (error) {
      if (mine === attempt) failed(error)
      return
    }
    if (mine !== attempt || isClosed || url === undefined) return
    socket = openGatewaySocket({
      url,
      readyMs: timings.readyMs,
      random,
      lastSequence: () => sequence,
      onFrame: receive,
      onUnreadable,
      onLate: () => leave(undefined, discordMessages.noAnswer.of()),
      onSilent: () => leave(0),
      onClosed: lost,
    })
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

  function receive(frame: GatewayFrame): void {
    switch (frame.kind) {
      case 'hello':
        if (session !== undefined && sequence !== undefined) socket?.send(resumeFrame(token, session.id, sequence))
        else socket?.send(identifyFrame(token, intents))
        break
      case 'reconnect':
        leave(0)
        break
      case 'invalid-session':
        if (!frame.isResumable) forget()
        leave((0.2 + random() * 0.8) * timings.newSessionMs)
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
      socket?.ready()
      connection.up(noText)
      return
    }
    onEvent(type, data)
  }

  /** Closes the connection so that its session can be resumed, and comes back. */
  function leave(waitMs: number | undefined, message = discordMessages.closed.of()): void {
    socket?.close(closeToResume, timings.readyMs)
    socket = undefined
    connection.down({ state: 'reconnecting', message, waitMs })
  }

  function forget(): void {
    session = undefined
    sequence = undefined
  }

  function lost(code: number): void {
    socket = undefined
    if (code === closeCodes.tokenRefused) rest.refuseToken()
    const refusal = refusalOf(code)
    if (refusal !== undefined) {
      stop(refusal)
      return
    }
    if (endsSession(code)) forget()
    connection.down({ state: 'reconnecting', message: discordMessages.closed.of() })
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
      // 1000 ends the session at Discord too: nobody will resume it.
      socket?.close(1000, 1_000)
      socket = undefined
    },
  }
}

/** Why Discord would refuse every other attempt too. Undefined if it would not. */
function refusalOf(code: number): Text | undefined {
  if (code === closeCodes.tokenRefused) return discordMessages.tokenRefused.of()
  if (code === closeCodes.intentsRefused) return discordMessages.intentsRefused.of()
  return isFinal(code) ? discordMessages.refusedForever.of({ code }) : undefined
}
