import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Clock } from '../ambient.ts'
import type { ByeReason, ServerMessage } from '../contract/overlay-messages.ts'
import { type Page, textOf } from './pages.ts'
import { textFrame } from './text-frame.ts'

const maxFramesPerSecond = 20
const maxBufferedBytes = 1024 * 1024
/** While a page catches up it is not given more at once than it can take. */
const roomyBytes = 128 * 1024
const roomWaitMs = 10
const roomLimitMs = 10_000
const leaveMs = 2_000
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

/** One socket with its manners: how fast it may talk, how slowly it may read, whether it answers. */
export function createOverlaySocket(
  webSocket: WebSocket,
  /** `wire` is what the WebSocket speaks over. Without compression nothing of it waits, so both may write. */
  needs: { wire: Duplex; clock: Clock; answerMs: number; onLeave: (page: Page) => void },
) {
  const { wire, clock, answerMs, onLeave } = needs
  let page: Page | undefined
  let isLeaving = false
  let secondBegan = clock.steady()
  let framesThisSecond = 0
  let unanswered = 0
  let askedAt = 0
  const gone = new Promise<void>((resolve) => webSocket.once('close', () => resolve()))

  function send(text: string): void {
    if (isLeaving) return
    // A page that does not read is cut off before it fills our memory; it comes back and reads what it missed.
    if (wire.writableLength > maxBufferedBytes) terminate()
    else if (webSocket.readyState === webSocket.OPEN) wire.write(frameOf(text))
  }

  function say(message: ServerMessage): void {
    send(textOf(message))
  }

  function stepOut(): void {
    isLeaving = true
    if (page !== undefined) onLeave(page)
  }

  function leave(reason: ByeReason): void {
    if (isLeaving) return
    say({ type: 'bye', reason })
    stepOut()
    webSocket.close(closeCodes[reason], reason)
    setTimeout(() => webSocket.terminate(), leaveMs).unref()
  }

  function terminate(): void {
    stepOut()
    webSocket.terminate()
  }

  return {
    gone,
    saidHello: false,
    say,
    leave,
    terminate,

    get page() {
      return page
    },
    get isLeaving() {
      return isLeaving
    },

    become(who: { channelId: number; name: string; only: string | undefined }): Page {
      const isAnswering = () => unanswered === 0 || (unanswered === 1 && clock.steady() - askedAt < answerMs)
      page = { ...who, isAnswering, send, leave }
      return page
    },

    /** Whether one more frame fits into this second. */
    takeFrame(): boolean {
      const now = clock.steady()
      if (now - secondBegan >= 1000) {
        secondBegan = now
        framesThisSecond = 0
      }
      return ++framesThisSecond <= maxFramesPerSecond
    },

    beat(): void {
      if (page === undefined) return
      if (++unanswered > maxUnanswered) {
        terminate()
        return
      }
      askedAt = clock.steady()
      send(ping)
    },

    answered(): void {
      unanswered = 0
    },

    /** Waits until the page has read enough of what it was sent; false when it is gone or does not read. */
    async hasRoom(): Promise<boolean> {
      for (let waitedMs = 0; wire.writableLength > roomyBytes; waitedMs += roomWaitMs) {
        if (isLeaving) return false
        if (waitedMs >= roomLimitMs) {
          terminate()
          return false
        }
        await delay(roomWaitMs)
      }
      return !isLeaving
    },
  }
}

let lastText = ''
let lastFrame = textFrame(lastText)

/** Many pages are told the same, one after the other: what goes over the wire is made once. */
function frameOf(text: string): Buffer {
  if (text !== lastText) {
    lastFrame = textFrame(text)
    lastText = text
  }
  return lastFrame
}
