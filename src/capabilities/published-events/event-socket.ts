import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../../kernel/ambient.ts'
import { waitForRoom } from '../../kernel/bounded-write.ts'
import { createSecondLimit } from '../../kernel/gateway/socket-limits.ts'
import { textFrame } from '../../kernel/gateway/text-frame.ts'

const maxFramesPerSecond = 200
/** Who reads more slowly than events happen is disconnected, reconnects and gets what it missed. */
const maxBufferedBytes = 512 * 1024
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

    countFrame: createSecondLimit(clock, maxFramesPerSecond),

    /** Every client answers a ping by itself (RFC 6455, 5.5.3); one that does not is gone. */
    checkAlive(): void {
      if (!isAnswering) terminate()
      isAnswering = false
      if (webSocket.readyState === webSocket.OPEN) webSocket.ping()
    },

    onPong(): void {
      isAnswering = true
    },

    waitForRoom: async (): Promise<boolean> => (await waitForRoom(connection)) && !isLeaving,
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
