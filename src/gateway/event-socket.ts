import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Clock } from '../ambient.ts'
import { textFrame } from './text-frame.ts'

const maxFramesPerSecond = 200
/** Who reads more slowly than events happen is disconnected, reconnects and gets what it missed. */
const maxBufferedBytes = 512 * 1024
const catchUpBufferBytes = 64 * 1024
const roomCheckMs = 10
const roomTimeoutMs = 30_000
const closeTimeoutMs = 2_000

/** An event that is written once and goes to many sockets. */
export interface WrittenEvent {
  readonly json: string
}

export type EventSocket = ReturnType<typeof createEventSocket>

/** One WebSocket of a program, with limits for received frames and buffered bytes. */
export function createEventSocket(
  webSocket: WebSocket,
  /** `connection` is the stream below the WebSocket. Without compression `ws` buffers nothing, so both may write. */
  { connection, clock }: { connection: Duplex; clock: Clock },
) {
  let isLeaving = false
  let isAnswering = true
  let secondStartedAt = clock.steady()
  let framesThisSecond = 0

  function sendFrame(frame: Buffer): void {
    if (isLeaving) return
    if (connection.writableLength > maxBufferedBytes) terminate()
    else if (webSocket.readyState === webSocket.OPEN) connection.write(frame)
  }

  function terminate(): void {
    isLeaving = true
    webSocket.terminate()
  }

  return {
    gone: new Promise<void>((resolve) => webSocket.once('close', () => resolve())),
    terminate,
    send: (message: object): void => sendFrame(textFrame(JSON.stringify(message))),
    sendEvents: (events: readonly WrittenEvent[]): void => sendFrame(framesOf(events)),

    get isLeaving() {
      return isLeaving
    },

    /** Sends the reason and closes. */
    leave(code: number, last: object): void {
      if (isLeaving) return
      sendFrame(textFrame(JSON.stringify(last)))
      isLeaving = true
      webSocket.close(code)
      setTimeout(() => webSocket.terminate(), closeTimeoutMs).unref()
    },

    /** Counts a received frame; false when there are too many in this second. */
    countFrame(): boolean {
      const now = clock.steady()
      if (now - secondStartedAt >= 1000) {
        secondStartedAt = now
        framesThisSecond = 0
      }
      return ++framesThisSecond <= maxFramesPerSecond
    },

    /** Every client answers a ping by itself (RFC 6455, 5.5.3); one that does not is gone. */
    checkAlive(): void {
      if (!isAnswering) terminate()
      isAnswering = false
      if (webSocket.readyState === webSocket.OPEN) webSocket.ping()
    },

    onPong(): void {
      isAnswering = true
    },

    async waitForRoom(): Promise<boolean> {
      for (let waitedMs = 0; connection.writableLength > catchUpBufferBytes; waitedMs += roomCheckMs) {
        if (isLeaving) return false
        if (waitedMs >= roomTimeoutMs) {
          terminate()
          return false
        }
        await delay(roomCheckMs)
      }
      return !isLeaving
    },
  }
}

let lastSent: readonly WrittenEvent[] = []
let lastFrames: Buffer = Buffer.alloc(0)

/** The same events go to many clients one after the other, so their frames are written once. */
function framesOf(events: readonly WrittenEvent[]): Buffer {
  if (events !== lastSent) {
    lastSent = events
    lastFrames = Buffer.concat(events.map(({ json }) => textFrame(json)))
  }
  return lastFrames
}
