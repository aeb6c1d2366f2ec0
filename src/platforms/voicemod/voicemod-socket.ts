import type { RawData, WebSocket } from 'ws'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { loadWs } from '../../kernel/load-ws.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection } from '../calls/connection.ts'
import type { JsonObject } from '../calls/json-fields.ts'
import { voicemodMessages } from './messages.ts'
import { parseMessage, requestMessage, type VoicemodMessage } from './protocol.external.ts'
import type { VoicemodSettings } from './settings.ts'

export interface VoicemodTimings extends RetryTimings {
  /** The time limit for the connection and the registration. */
  readonly readyMs: number
  readonly pingMs: number
  /** After a refusal that a person has to end. */
  readonly refusedRetryMs: number
}

export const defaultVoicemodTimings: VoicemodTimings = {
  readyMs: 5_000,
  pingMs: 15_000,
  firstRetryMs: 500,
  longestRetryMs: 15_000,
  refusedRetryMs: 60_000,
}

/** The list of all voices comes as one message. */
const maxMessageBytes = 8 * 1024 * 1024

/**
 * Sends a request and returns the first message that answers it, or undefined if none comes in time. Ids of answers are
 * not reliable, so one request is made after the other. Throws a `Failure` while Voicemod is not connected.
 */
export type AskVoicemod = (
  action: string,
  payload: JsonObject,
  isAnswer: (message: VoicemodMessage) => boolean,
  timeoutMs: number,
) => Promise<VoicemodMessage | undefined>

interface Waiter {
  readonly isAnswer: (message: VoicemodMessage) => boolean
  resolve(message: VoicemodMessage | undefined): void
  reject(error: Failure): void
}

/**
 * A connection to Voicemod that reconnects for ever. `prepare` runs after each registration: the connection counts as made
 * once it has read what it needs, and returns the number of voices.
 */
export function openVoicemodSocket(needs: {
  clock: Clock
  settings: VoicemodSettings
  timings?: Partial<VoicemodTimings>
  prepare: (ask: AskVoicemod) => Promise<number>
  onMessage: (message: VoicemodMessage) => void
  onStatus: (status: ConnectionStatus) => void
  /** Called for a message that cannot be read. */
  onUnreadable: (error: unknown) => void
}) {
  const { clock, settings, prepare, onMessage, onStatus, onUnreadable } = needs
  const timings = { ...defaultVoicemodTimings, ...needs.timings }
  const [first = ''] = settings.addresses
  const unreachable = voicemodMessages.unreachable.of({ address: URL.canParse(first) ? new URL(first).host : first })
  const connection = createConnection({ clock, timings, report: onStatus, connect: () => open(0) })
  const waiters = new Set<Waiter>()
  let socket: WebSocket | undefined
  let isRegistered = false
  let watchdog: NodeJS.Timeout | undefined
  let pings: NodeJS.Timeout | undefined
  let lastId = 0

  /** Voicemod listens on one of several ports. */
  function open(index: number): void {
    drop()
    const address = settings.addresses[index]
    if (address === undefined) {
      connection.down({ state: 'reconnecting', message: unreachable })
      return
    }
    const mine = new (loadWs().WebSocket)(address, {
      maxPayload: maxMessageBytes,
      handshakeTimeout: timings.readyMs,
      followRedirects: false,
    })
    socket = mine
    watch(mine, timings.readyMs)
    mine.on('open', () => send(mine, 'registerClient', { clientKey: settings.clientKey }))
    mine.on('message', (data: RawData, isBinary) => {
      if (socket === mine) receive(mine, isBinary ? '' : String(data))
    })
    mine.on('pong', () => clearTimeout(watchdog))
    // The `close` event that follows handles the error.
    mine.on('error', ignore)
    mine.on('close', () => {
      if (socket !== mine) return
      // What answers there may be another program.
      if (!isRegistered) open(index + 1)
      else lost(voicemodMessages.closed.of())
    })
  }

  function receive(mine: WebSocket, text: string): void {
    let message: VoicemodMessage
    try {
      message = parseMessage(text)
    } catch (error) {
      onUnreadable(error)
      if (!isRegistered) mine.terminate()
      return
    }
    if (message.kind === 'registered') {
      if (!isRegistered) registered(mine, message.isAllowed)
      return
    }
    if (!isRegistered) return
    onMessage(message)
    for (const waiter of waiters) if (waiter.isAnswer(message)) waiter.resolve(message)
  }

  function registered(mine: WebSocket, isAllowed: boolean): void {
    clearTimeout(watchdog)
    if (!isAllowed) {
      drop()
      connection.down({ state: 'failed', message: voicemodMessages.wrongKey.of(), waitMs: timings.refusedRetryMs })
      return
    }
    isRegistered = true
    pings = setInterval(() => {
      mine.ping(ignore)
      watch(mine, timings.readyMs)
    }, timings.pingMs).unref()
    void ready(mine)
  }

  async function ready(mine: WebSocket): Promise<void> {
    try {
      const count = await prepare(ask)
      if (socket === mine) connection.up(voicemodMessages.connected.of({ count }))
    } catch (error) {
      if (socket !== mine) return
      if (!(error instanceof Failure)) onUnreadable(error)
      lost(error instanceof Failure ? error.text : voicemodMessages.noAnswer.of())
    }
  }

  /** A machine that sleeps closes nothing, so silence counts as a lost connection. */
  function watch(mine: WebSocket, ms: number): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => mine.terminate(), ms).unref()
  }

  function drop(): void {
    clearTimeout(watchdog)
    clearInterval(pings)
    const old = socket
    socket = undefined
    isRegistered = false
    old?.terminate()
    for (const { reject } of waiters) {
      reject(new Failure('voice_not_connected', { message: voicemodMessages.closed.of(), mayHaveHappened: true }))
    }
  }

  function lost(message: Text): void {
    drop()
    connection.down({ state: 'reconnecting', message })
  }

  function send(mine: WebSocket, action: string, payload: JsonObject): void {
    mine.send(requestMessage(String(++lastId), action, payload), ignore)
  }

  function ask(...[action, payload, isAnswer, timeoutMs]: Parameters<AskVoicemod>): ReturnType<AskVoicemod> {
    const mine = socket
    if (mine === undefined || !isRegistered) return Promise.reject(new Failure('voice_not_connected'))
    return new Promise((resolve, reject) => {
      const settle = (work: () => void) => {
        waiters.delete(waiter)
        clearTimeout(timer)
        work()
      }
      const waiter: Waiter = {
        isAnswer,
        resolve: (message) => settle(() => resolve(message)),
        reject: (error) => settle(() => reject(error)),
      }
      const timer = setTimeout(() => waiter.resolve(undefined), timeoutMs).unref()
      waiters.add(waiter)
      send(mine, action, payload)
    })
  }

  connection.start(voicemodMessages.connecting.of())
  return {
    ask,
    close(): void {
      connection.close()
      drop()
    },
  }
}

/** A failed send is followed by a `close` event. */
function ignore(): void {}
