import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../../../kernel/ambient.ts'
import { waitForRoom } from '../../../kernel/bounded-write.ts'
import { createSecondLimit } from '../../../kernel/gateway/socket-limits.ts'
import { textFrame } from '../../../kernel/gateway/text-frame.ts'
import type { ByeReason, ServerMessage } from '../../../registry/overlay-messages.ts'
import { type Page, textOf } from './page.ts'

const maxFramesPerSecond = 20
const maxBufferedBytes = 1024 * 1024
const closeTimeoutMs = 2_000
const maxUnanswered = 3
const ping = textOf({ type: 'ping' })

const closeCodes: Readonly<Record<ByeReason, number>> = {
  shutting_down: 1001,
  link_rolled: 4401,
  invalid_link: 4401,
  replaced: 4409,
  too_many_pages: 4429,
  too_many_messages: 1008,
  bad_message: 1008,
  hello_expected: 1008,
}

export type OverlaySocket = ReturnType<typeof createOverlaySocket>

/** One WebSocket of an overlay page, with limits for received frames and buffered bytes, and heartbeats. */
export function createOverlaySocket(
  webSocket: WebSocket,
  /** `connection` is the stream below the WebSocket. Without compression `ws` buffers nothing, so both may write. */
  needs: {
    connection: Duplex
    clock: Clock
    answerTimeoutMs: number
    /** With the ids of what was on screen, and why the server ended it, if it did. */
    onLeave: (page: Page, showing: readonly string[], reason: ByeReason | undefined) => void
  },
) {
  const { connection, clock, answerTimeoutMs, onLeave } = needs
  let page: Page | undefined
  let isLeaving = false
  let unanswered = 0
  let pingedAt = 0
  const gone = new Promise<void>((resolve) => webSocket.once('close', () => resolve()))

  function send(text: string): void {
    if (isLeaving) return
    // A page that does not read is disconnected before it fills our memory; it reconnects and gets what it missed.
    if (connection.writableLength > maxBufferedBytes) terminate()
    else if (webSocket.readyState === webSocket.OPEN) connection.write(frameOf(text))
  }

  function sendMessage(message: ServerMessage): void {
    send(textOf(message))
  }

  /** What the page has on screen, as far as it has reported. */
  const showing = new Set<string>()

  function markLeaving(reason?: ByeReason): void {
    isLeaving = true
    const left = [...showing]
    showing.clear()
    if (page !== undefined) onLeave(page, left, reason)
  }

  function leave(reason: ByeReason): void {
    if (isLeaving) return
    sendMessage({ type: 'bye', reason })
    markLeaving(reason)
    webSocket.close(closeCodes[reason], reason)
    setTimeout(() => webSocket.terminate(), closeTimeoutMs).unref()
  }

  function terminate(): void {
    markLeaving()
    webSocket.terminate()
  }

  return {
    gone,
    hasSaidHello: false,
    showing,
    sendMessage,
    leave,
    terminate,

    get page() {
      return page
    },
    get isLeaving() {
      return isLeaving
    },

    register(identity: { channelId: number; name: string; only: string | undefined }): Page {
      const isAnswering = () => unanswered === 0 || (unanswered === 1 && clock.steady() - pingedAt < answerTimeoutMs)
      page = { ...identity, isAnswering, send, leave }
      return page
    },

    countFrame: createSecondLimit(clock, maxFramesPerSecond),

    sendHeartbeat(): void {
      if (page === undefined) return
      if (++unanswered > maxUnanswered) {
        terminate()
        return
      }
      pingedAt = clock.steady()
      send(ping)
    },

    onPong(): void {
      unanswered = 0
    },

    waitForRoom: async (): Promise<boolean> => (await waitForRoom(connection)) && !isLeaving,
  }
}

let lastText = ''
let lastFrame = textFrame(lastText)

/** A broadcast sends the same text to many pages, so its frame is encoded once. */
function frameOf(text: string): Buffer {
  if (text !== lastText) {
    lastFrame = textFrame(text)
    lastText = text
  }
  return lastFrame
}
