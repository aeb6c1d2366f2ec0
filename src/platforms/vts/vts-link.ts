import type { RawData, WebSocket } from 'ws'
import { loadWs } from '../../kernel/load-ws.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { JsonObject } from '../calls/json-fields.ts'
import { vtsMessages } from './messages.ts'
import { parseMessage, requestMessage, type VtsMessage, type VtsReport, vtsErrors } from './protocol.external.ts'

export interface VtsLinkTimings {
  /** The time limit for the answer to one request. */
  readonly requestMs: number
  /** How often VTube Studio is asked whether it is still there. */
  readonly pingMs: number
}

/** The hotkeys of a model come as one message. */
const maxMessageBytes = 4 * 1024 * 1024
const maxPending = 100

/** VTube Studio answered that it does not do this. */
export class VtsRefusal extends Failure {
  readonly errorId: number

  constructor(errorId: number, reason: string) {
    const given = reason === '' ? vtsMessages.error.of({ id: errorId }) : reason
    const isOff = errorId === vtsErrors.apiOff
    super('vts_refused', { message: isOff ? vtsMessages.apiOff.of() : vtsMessages.refused.of({ reason: given }) })
    this.errorId = errorId
  }
}

/** Sends a request and returns the data of its answer. Throws a `VtsRefusal`, or a `Failure` without an answer. */
export type AskVts = (
  type: string,
  data?: JsonObject,
  options?: { readonly isAnsweredByPerson?: boolean },
) => Promise<JsonObject>

interface Pending {
  readonly timer: NodeJS.Timeout | undefined
  resolve(data: JsonObject): void
  reject(error: Failure): void
}

/** One connection to VTube Studio, until it is lost or closed. */
export function openVtsLink(needs: {
  url: string
  timings: VtsLinkTimings
  onOpen: () => void
  onReport: (report: VtsReport) => void
  /** The connection is lost, or could not be made. Not called after `close`. */
  onLost: (reason: Text) => void
  /** Called for a message that cannot be read. */
  onUnreadable: (error: unknown) => void
}) {
  const { url, timings, onOpen, onReport, onLost, onUnreadable } = needs
  const address = new URL(url).host
  const pending = new Map<string, Pending>()
  let isOpen = false
  let isClosed = false
  let hasAnswered = false
  let reason: Text | undefined
  let pings: NodeJS.Timeout | undefined
  let lastId = 0

  const socket: WebSocket = new (loadWs().WebSocket)(url, {
    maxPayload: maxMessageBytes,
    handshakeTimeout: timings.requestMs,
    followRedirects: false,
  })
  socket.on('open', () => {
    isOpen = true
    pings = setInterval(() => void ping(), timings.pingMs).unref()
    onOpen()
  })
  socket.on('message', (data: RawData) => receive(String(data)))
  // The `close` event that follows handles the error.
  socket.on('error', (error) => {
    const isOther = error.message.startsWith('Unexpected server response')
    reason ??= isOther ? vtsMessages.notVts.of({ address }) : vtsMessages.unreachable.of({ address })
  })
  socket.on('close', () => {
    if (isClosed) return
    const why = reason ?? vtsMessages.closed.of()
    close(why)
    onLost(why)
  })

  function receive(text: string): void {
    let message: VtsMessage
    try {
      message = parseMessage(text)
    } catch (error) {
      onUnreadable(error)
      if (!hasAnswered) end(vtsMessages.notVts.of({ address }))
      return
    }
    hasAnswered = true
    if (message.kind === 'report') onReport(message.report)
    if (message.kind !== 'answer' && message.kind !== 'error') return
    const found = pending.get(message.id)
    pending.delete(message.id)
    clearTimeout(found?.timer)
    if (message.kind === 'answer') found?.resolve(message.data)
    else found?.reject(new VtsRefusal(message.errorId, message.reason))
  }

  /** A machine that sleeps closes nothing, so a question without an answer counts as a lost connection. */
  async function ping(): Promise<void> {
    try {
      await ask('APIStateRequest')
    } catch (error) {
      if (!(error instanceof VtsRefusal)) end(vtsMessages.noAnswer.of())
    }
  }

  function end(why: Text): void {
    reason = why
    socket.terminate()
  }

  function close(why: Text = vtsMessages.lost.of()): void {
    isClosed = true
    isOpen = false
    clearInterval(pings)
    socket.terminate()
    for (const { timer, reject } of pending.values()) {
      clearTimeout(timer)
      reject(new Failure('vts_not_connected', { message: why, mayHaveHappened: true }))
    }
    pending.clear()
  }

  const ask: AskVts = (type, data = {}, { isAnsweredByPerson = false } = {}) => {
    if (!isOpen) return Promise.reject(new Failure('vts_not_connected'))
    if (pending.size >= maxPending) return Promise.reject(new Failure('overloaded'))
    const id = String(++lastId)
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>()
    const giveUp = () => {
      pending.delete(id)
      const message = vtsMessages.late.of({ seconds: timings.requestMs / 1000 })
      reject(new Failure('vts_not_connected', { message, mayHaveHappened: true }))
    }
    const timer = isAnsweredByPerson ? undefined : setTimeout(giveUp, timings.requestMs).unref()
    pending.set(id, { timer, resolve, reject })
    socket.send(requestMessage(id, type, data), ignore)
    return promise
  }

  return { ask, close: () => close() }
}

export type VtsLink = ReturnType<typeof openVtsLink>

/** A failed send is followed by a `close` event. */
function ignore(): void {}
