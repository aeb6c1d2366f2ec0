import type { RawData, WebSocket } from 'ws'
import { loadWs } from '../../load-ws.ts'
import type { ReceivedDonation } from './received-donation.ts'

/** What a frame means, whichever provider's it is. */
export type Step =
  | { readonly kind: 'send'; readonly text: string }
  /** From now on donations are told. */
  | { readonly kind: 'ready' }
  /** Send this so often; whoever is silent for longer than `silenceMs` is gone. */
  | { readonly kind: 'beat'; readonly everyMs: number; readonly text: string; readonly silenceMs: number }
  | { readonly kind: 'donation'; readonly donation: ReceivedDonation }
  /** The provider says no, and will go on saying it until somebody changes something. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The connection is to be opened anew, there. */
  | { readonly kind: 'move'; readonly address: string }
  | { readonly kind: 'lost'; readonly reason: string }

export interface SocketProtocol {
  readonly address: string
  /** Throws for what cannot be read; the line goes on then. */
  read(frame: string): readonly Step[]
}

export type SocketState = 'connecting' | 'connected' | 'failed'

export interface SocketTimings {
  readonly readyMs: number
  readonly silenceMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** After a clear no. */
  readonly refusedRetryMs: number
}

export const defaultSocketTimings: SocketTimings = {
  readyMs: 10_000,
  silenceMs: 90_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  refusedRetryMs: 10 * 60_000,
}
const maxFrameBytes = 1024 * 1024

/** A line to a provider that is opened again whenever it is lost, ever more slowly. The answer ends it. */
export function openDonationSocket(needs: {
  protocol: () => SocketProtocol
  timings?: Partial<SocketTimings>
  onDonation: (donation: ReceivedDonation) => void
  onState: (state: SocketState, error: string | undefined) => void
  /** Something came that could not be read. */
  onUnreadable: (error: unknown) => void
}): () => void {
  const { onDonation, onState, onUnreadable } = needs
  const timings = { ...defaultSocketTimings, ...needs.timings }
  let socket: WebSocket | undefined
  let watchdog: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let error: string | undefined
  let isClosed = false

  function open(protocol: SocketProtocol, address = protocol.address): void {
    drop()
    let silenceMs = timings.readyMs
    const mine = new (loadWs().WebSocket)(address, { maxPayload: maxFrameBytes, handshakeTimeout: timings.readyMs })
    socket = mine
    const resetWatchdog = () => watch(mine, silenceMs)
    const apply = (step: Step): void => {
      switch (step.kind) {
        case 'send':
          mine.send(step.text, ignore)
          break
        case 'ready':
          failures = 0
          error = undefined
          // Whoever agreed on a heartbeat has said for how long it may be silent.
          if (heartbeat === undefined) silenceMs = timings.silenceMs
          onState('connected', undefined)
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
          giveUp(timings.refusedRetryMs)
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

    mine.on('message', (data: RawData) => {
      if (socket !== mine) return
      try {
        for (const step of protocol.read(String(data))) if (socket === mine) apply(step)
      } catch (cause) {
        onUnreadable(cause)
      }
      if (socket === mine) resetWatchdog()
    })
    mine.on('ping', resetWatchdog)
    // The close that follows is where it is dealt with.
    mine.on('error', (cause) => {
      if (socket === mine) error = reasonOf(cause)
    })
    mine.on('close', () => {
      if (socket === mine) lost()
    })
    resetWatchdog()
  }

  /** Silence and a lost line are the same to us. */
  function watch(mine: WebSocket, silenceMs: number): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      error = 'It does not answer.'
      mine.terminate()
    }, silenceMs).unref()
  }

  function drop(): void {
    clearTimeout(watchdog)
    clearTimeout(retry)
    clearInterval(heartbeat)
    heartbeat = undefined
    const old = socket
    socket = undefined
    old?.terminate()
  }

  function lost(): void {
    const waitMs = Math.min(timings.firstRetryMs * 2 ** failures++, timings.longestRetryMs)
    giveUp(waitMs * (0.5 + Math.random() / 2))
  }

  function giveUp(waitMs: number): void {
    drop()
    if (isClosed) return
    onState('failed', error ?? 'The connection was closed.')
    retry = setTimeout(start, waitMs).unref()
  }

  function start(): void {
    onState('connecting', error)
    open(needs.protocol())
  }

  start()
  return () => {
    isClosed = true
    drop()
  }
}

/** A failed send shows as a close. */
function ignore(): void {}

function reasonOf(error: Error & { code?: string }): string {
  const status = /Unexpected server response: (\d+)/.exec(error.message)?.[1]
  return status === undefined ? 'It cannot be reached.' : `It answered with status ${status}.`
}
