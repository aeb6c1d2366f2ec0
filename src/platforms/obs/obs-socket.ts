import type { RawData, WebSocket } from 'ws'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { loadWs } from '../../kernel/load-ws.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection } from '../calls/connection.ts'
import type { JsonObject } from '../calls/json-fields.ts'
import { obsMessages } from './messages.ts'
import {
  identifyFrame,
  kickedCode,
  notReadyStatus,
  type ObsFrame,
  parseFrame,
  requestFrame,
  unknownRequestStatus,
  wrongPasswordCode,
} from './protocol.external.ts'

export interface ObsSettings {
  readonly url: string
  readonly password: string | undefined
}

export interface ObsTimings extends RetryTimings {
  /** The time limit for the greeting and the sign-in. */
  readonly readyMs: number
  /** The time limit for the answer to one request. */
  readonly requestMs: number
  readonly pingMs: number
  /** After a refusal that a person has to end. OBS is nearby, so this is shorter than for a service. */
  readonly refusedRetryMs: number
}

export const defaultObsTimings: ObsTimings = {
  readyMs: 5_000,
  requestMs: 10_000,
  pingMs: 15_000,
  firstRetryMs: 500,
  longestRetryMs: 15_000,
  refusedRetryMs: 60_000,
}

/** Screenshots and lists of large scene collections come as one frame. */
const maxFrameBytes = 32 * 1024 * 1024
const maxPending = 500

/** OBS answered that it does not do this. */
export class ObsRefusal extends Failure {
  readonly obsStatus: number

  constructor(type: string, status: number, comment: string) {
    const reason = comment === '' ? obsMessages.status.of({ status }) : comment
    const message =
      status === unknownRequestStatus ? obsMessages.unknownRequest.of({ type }) : obsMessages.refused.of({ reason })
    super('obs_refused', { message })
    this.obsStatus = status
  }
}

/** Sends a request and returns the data of its answer. Throws an `ObsRefusal`, or a `Failure` without an answer. */
export type AskObs = (type: string, data?: JsonObject) => Promise<JsonObject>

export interface ObsSocket {
  readonly ask: AskObs
  close(): void
}

interface Pending {
  readonly type: string
  readonly timer: NodeJS.Timeout
  resolve(data: JsonObject): void
  reject(error: Failure): void
}

/**
 * A connection to the WebSocket server of OBS that reconnects for ever. `prepare` runs after each sign-in: the connection
 * counts as made once it has read what it needs, and returns the version of OBS.
 */
export function openObsSocket(needs: {
  clock: Clock
  settings: ObsSettings
  timings?: Partial<ObsTimings>
  prepare: (ask: AskObs) => Promise<string>
  onEvent: (type: string, data: JsonObject) => void
  onStatus: (status: ConnectionStatus) => void
  /** Called for a frame that cannot be read. */
  onUnreadable: (error: unknown) => void
}): ObsSocket {
  const { clock, settings, prepare, onEvent, onStatus, onUnreadable } = needs
  const timings = { ...defaultObsTimings, ...needs.timings }
  const address = addressOf(settings.url)
  const connection = createConnection({ clock, timings, report: onStatus, connect: open })
  const pending = new Map<string, Pending>()
  let socket: WebSocket | undefined
  let isIdentified = false
  let watchdog: NodeJS.Timeout | undefined
  let pings: NodeJS.Timeout | undefined
  let lastId = 0
  let reason: Text | undefined

  function open(): void {
    drop()
    reason = undefined
    const mine = new (loadWs().WebSocket)(settings.url, {
      maxPayload: maxFrameBytes,
      handshakeTimeout: timings.readyMs,
      followRedirects: false,
    })
    socket = mine
    watch(mine, timings.readyMs)
    mine.on('message', (data: RawData, isBinary) => {
      if (socket === mine) receive(mine, isBinary ? '' : String(data))
    })
    mine.on('pong', () => clearTimeout(watchdog))
    // The `close` event that follows handles the error.
    mine.on('error', (error) => {
      const isOther = error.message.startsWith('Unexpected server response')
      reason ??= isOther ? obsMessages.notObs.of({ address }) : obsMessages.unreachable.of({ address })
    })
    mine.on('close', (code) => {
      if (socket === mine) lost(code)
    })
  }

  function receive(mine: WebSocket, text: string): void {
    let frame: ObsFrame
    try {
      frame = parseFrame(text)
    } catch (error) {
      onUnreadable(error)
      if (isIdentified) return
      reason = obsMessages.notObs.of({ address })
      mine.terminate()
      return
    }
    switch (frame.kind) {
      case 'hello':
        mine.send(identifyFrame(frame, settings.password), ignore)
        break
      case 'identified':
        isIdentified = true
        clearTimeout(watchdog)
        pings = setInterval(() => ping(mine), timings.pingMs).unref()
        void ready(mine)
        break
      case 'event':
        onEvent(frame.type, frame.data)
        break
      case 'response':
        settle(frame)
        break
      case 'other':
        break
    }
  }

  async function ready(mine: WebSocket): Promise<void> {
    try {
      const version = await prepare(ask)
      if (socket === mine) connection.up(obsMessages.connected.of({ version }))
    } catch (error) {
      if (socket !== mine) return
      const isLoading = error instanceof ObsRefusal && error.obsStatus === notReadyStatus
      reason = isLoading ? obsMessages.notReady.of() : error instanceof Failure ? error.text : obsMessages.noAnswer.of()
      if (!(error instanceof Failure)) onUnreadable(error)
      mine.terminate()
    }
  }

  function settle(frame: Extract<ObsFrame, { kind: 'response' }>): void {
    const found = pending.get(frame.id)
    if (found === undefined) return
    pending.delete(frame.id)
    clearTimeout(found.timer)
    if (frame.isOk) found.resolve(frame.data)
    else found.reject(new ObsRefusal(found.type, frame.status, frame.comment))
  }

  /** A machine that sleeps or a cut cable closes nothing, so silence counts as a lost connection. */
  function ping(mine: WebSocket): void {
    mine.ping(ignore)
    watch(mine, timings.readyMs)
  }

  function watch(mine: WebSocket, ms: number): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      reason = obsMessages.noAnswer.of()
      mine.terminate()
    }, ms).unref()
  }

  function drop(): void {
    clearTimeout(watchdog)
    clearInterval(pings)
    const old = socket
    socket = undefined
    isIdentified = false
    old?.terminate()
    for (const { timer, reject } of pending.values()) {
      clearTimeout(timer)
      reject(new Failure('obs_not_connected', { message: obsMessages.lost.of(), mayHaveHappened: true }))
    }
    pending.clear()
  }

  function lost(code: number): void {
    drop()
    const waitMs = timings.refusedRetryMs
    if (code === wrongPasswordCode)
      connection.down({ state: 'failed', message: obsMessages.wrongPassword.of(), waitMs })
    else if (code === kickedCode) connection.down({ state: 'reconnecting', message: obsMessages.kicked.of(), waitMs })
    else connection.down({ state: 'reconnecting', message: reason ?? obsMessages.closed.of() })
  }

  function ask(type: string, data?: JsonObject): Promise<JsonObject> {
    const mine = socket
    if (mine === undefined || !isIdentified) return Promise.reject(new Failure('obs_not_connected'))
    if (pending.size >= maxPending) return Promise.reject(new Failure('overloaded'))
    const id = String(++lastId)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        pending.delete(id)
        const message = obsMessages.late.of({ seconds: timings.requestMs / 1000 })
        reject(new Failure('obs_not_connected', { message, mayHaveHappened: true }))
      }, timings.requestMs).unref()
      pending.set(id, { type, timer, resolve, reject })
      mine.send(requestFrame(id, type, data), ignore)
    })
  }

  connection.start(obsMessages.connecting.of())
  return {
    ask,
    close(): void {
      connection.close()
      drop()
    },
  }
}

/** Without a user name or a password that somebody wrote into the address. */
function addressOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** A failed send is followed by a `close` event. */
function ignore(): void {}
