import type { RawData, WebSocket } from 'ws'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { loadWs } from '../../kernel/load-ws.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection, refusedRetryMs } from '../calls/connection.ts'
import { donationMessages } from './messages.ts'
import type { ReceivedDonation } from './received-donation.ts'

/** What to do after a frame; the same for every provider. */
export type Step =
  | { readonly kind: 'send'; readonly text: string }
  /** Call the API of the provider; its answer says how to go on. */
  | { readonly kind: 'ask'; ask(signal: AbortSignal): Promise<readonly Step[]> }
  /** The subscription is active. */
  | { readonly kind: 'ready' }
  /** Send this heartbeat at an interval. The connection is lost after `silenceMs` without a frame. */
  | { readonly kind: 'beat'; readonly everyMs: number; readonly text: string; readonly silenceMs: number }
  | { readonly kind: 'donation'; readonly donation: ReceivedDonation }
  /** The provider rejected the credentials. If it does so again and again, a retry does not help until they are changed. */
  | { readonly kind: 'refused'; readonly reason: Text }
  /** Reconnect to this address. */
  | { readonly kind: 'move'; readonly address: string }
  | { readonly kind: 'lost'; readonly reason: Text }

export interface SocketProtocol {
  readonly address: string
  /** Asks the provider for the address to use now; undefined, or an error, is `address`. */
  locate?(signal: AbortSignal): Promise<string | undefined>
  /** What to do once the socket is open, for a provider that waits for the client. */
  opened?(): readonly Step[]
  /** Throws for a frame that cannot be read; the connection stays open. */
  read(frame: string): readonly Step[]
}

export interface SocketTimings extends RetryTimings {
  readonly readyMs: number
  readonly silenceMs: number
  /** After credentials were rejected several times in a row. */
  readonly refusedRetryMs: number
}

export const defaultSocketTimings: SocketTimings = {
  readyMs: 10_000,
  silenceMs: 90_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  refusedRetryMs,
}
const maxFrameBytes = 1024 * 1024
/** A provider may refuse good credentials once, during an outage of its own. */
const refusalsToRest = 3

/** A connection to a provider that reconnects with exponential backoff. Returns the function that closes it. */
export function openDonationSocket(needs: {
  clock: Clock
  protocol: () => SocketProtocol
  timings?: Partial<SocketTimings>
  onDonation: (donation: ReceivedDonation) => void
  onStatus: (status: ConnectionStatus) => void
  /** Called for a frame that cannot be read. */
  onUnreadable: (error: unknown) => void
}): () => void {
  const { clock, onDonation, onStatus, onUnreadable } = needs
  const timings = { ...defaultSocketTimings, ...needs.timings }
  const connection = createConnection({
    clock,
    timings,
    report: onStatus,
    connect: () => void begin(needs.protocol()),
  })
  let socket: WebSocket | undefined
  /** Ends the calls that belong to the attempt. */
  let attempt = new AbortController()
  let watchdog: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let refusals = 0
  let error: Text | undefined

  async function begin(protocol: SocketProtocol): Promise<void> {
    drop()
    const { signal } = attempt
    const found = await protocol.locate?.(signal).catch(() => undefined)
    if (!signal.aborted) open(protocol, found)
  }

  function open(protocol: SocketProtocol, address = protocol.address): void {
    drop()
    const { signal } = attempt
    let silenceMs = timings.readyMs
    const mine = new (loadWs().WebSocket)(address, { maxPayload: maxFrameBytes, handshakeTimeout: timings.readyMs })
    socket = mine
    const resetWatchdog = () => watch(mine, silenceMs)
    const apply = (step: Step): void => {
      switch (step.kind) {
        case 'send':
          mine.send(step.text, ignore)
          break
        case 'ask':
          step.ask(signal).then(
            (steps) => applyAll(() => steps),
            () => applyAll(() => [{ kind: 'lost', reason: donationMessages.unreachable.of() }]),
          )
          break
        case 'ready':
          refusals = 0
          error = undefined
          // A negotiated heartbeat has set its own silence limit.
          if (heartbeat === undefined) silenceMs = timings.silenceMs
          connection.up(noText)
          break
        case 'beat':
          silenceMs = step.silenceMs
          clearInterval(heartbeat)
          heartbeat = setInterval(() => mine.send(step.text, ignore), step.everyMs).unref()
          break
        case 'donation':
          onDonation(step.donation)
          break
        case 'refused':
          error = step.reason
          refusals++
          lost()
          break
        case 'move':
          open(protocol, step.address)
          break
        case 'lost':
          error = step.reason
          mine.terminate()
          break
      }
    }

    const applyAll = (steps: () => readonly Step[]): void => {
      if (socket !== mine) return
      try {
        for (const step of steps()) if (socket === mine) apply(step)
      } catch (cause) {
        onUnreadable(cause)
      }
    }

    mine.on('open', () => applyAll(() => protocol.opened?.() ?? []))
    mine.on('message', (data: RawData) => {
      applyAll(() => protocol.read(String(data)))
      if (socket === mine) resetWatchdog()
    })
    mine.on('ping', resetWatchdog)
    // The `close` event that follows handles the error.
    mine.on('error', (cause) => {
      if (socket === mine) error = reasonOf(cause)
    })
    mine.on('close', () => {
      if (socket === mine) lost()
    })
    resetWatchdog()
  }

  /** Treats silence as a lost connection. */
  function watch(mine: WebSocket, silenceMs: number): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      error = donationMessages.noAnswer.of()
      mine.terminate()
    }, silenceMs).unref()
  }

  function drop(): void {
    clearTimeout(watchdog)
    clearInterval(heartbeat)
    heartbeat = undefined
    attempt.abort()
    attempt = new AbortController()
    const old = socket
    socket = undefined
    old?.terminate()
  }

  function lost(): void {
    drop()
    const message = error ?? donationMessages.connectionClosed.of()
    if (refusals < refusalsToRest) connection.down({ state: 'reconnecting', message })
    else connection.down({ state: 'needs_sign_in', message, waitMs: timings.refusedRetryMs })
  }

  connection.start(noText)
  return () => {
    connection.close()
    drop()
  }
}

/** A failed send is followed by a `close` event. */
function ignore(): void {}

function reasonOf(error: Error & { code?: string }): Text {
  const status = /Unexpected server response: (\d+)/.exec(error.message)?.[1]
  return status === undefined ? donationMessages.unreachable.of() : donationMessages.badStatus.of({ status })
}
