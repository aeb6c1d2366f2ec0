import type { WebSocket } from 'ws'
import type { Clock } from '../../../kernel/ambient.ts'
import { createSecondLimit } from '../../../kernel/gateway/socket-limits.ts'
import type { MirrorState } from '../../../platforms/contract/mirrored-events.ts'
import type { ExtensionByeReason, ToExtension } from '../contract/extension-messages.ts'

const maxFramesPerSecond = 20
/** More than the chat of a large channel; the rest of a second is dropped. */
const maxMirroredPerSecond = 200
const maxBufferedBytes = 256 * 1024
const closeTimeoutMs = 2_000

const closeCodes: Readonly<Record<ExtensionByeReason, number>> = {
  shutting_down: 1001,
  unpaired: 4401,
  invalid_token: 4401,
  invalid_code: 4401,
  too_many_tries: 4429,
  too_many_browsers: 4429,
  replaced: 4409,
  too_many_messages: 1008,
  bad_message: 1008,
  hello_expected: 1008,
}

/** A browser that is paired with a channel. */
export interface PairedBrowser {
  readonly channelId: number
  /** The id of the pairing. */
  readonly id: string
  readonly channelName: string
}

export interface ExtensionSocket {
  readonly gone: Promise<void>
  readonly isLeaving: boolean
  /** The time of the last message, by the monotonic clock. */
  readonly lastMessageAt: number
  hasSaidHello: boolean
  /** The browser is authenticated, or the socket is closed. */
  onAuthenticated: () => void
  /** Undefined until the browser is authenticated. */
  browser: PairedBrowser | undefined
  /** Whether the browser has a tab of the platform open. */
  hasTab: boolean
  /** Null until the extension has reported it. */
  mirror: MirrorState | null
  /** The page to mirror that was sent to the extension; undefined before the first time. */
  mirroredPage: string | null | undefined
  send(message: ToExtension): void
  leave(reason: ExtensionByeReason): void
  terminate(): void
  /** Counts a received frame; false when there are too many in this second. */
  countFrame(): boolean
  /** Counts people in mirrored events; false when there are too many in this second. */
  countMirrored(people: number): boolean
}

/** One WebSocket of an extension, with limits for received frames and buffered bytes. */
export function createExtensionSocket(
  webSocket: WebSocket,
  needs: { clock: Clock; onLeave: (socket: ExtensionSocket) => void },
): ExtensionSocket {
  const { clock, onLeave } = needs
  let isLeaving = false
  let lastMessageAt = clock.steady()
  const countFrame = createSecondLimit(clock, maxFramesPerSecond)

  function markLeaving(): void {
    if (isLeaving) return
    isLeaving = true
    onLeave(socket)
  }

  const socket: ExtensionSocket = {
    gone: new Promise<void>((resolve) => webSocket.once('close', () => resolve())),
    hasSaidHello: false,
    onAuthenticated: () => {},
    browser: undefined,
    hasTab: false,
    mirror: null,
    mirroredPage: undefined,

    get isLeaving() {
      return isLeaving
    },
    get lastMessageAt() {
      return lastMessageAt
    },

    send(message) {
      if (isLeaving) return
      if (webSocket.bufferedAmount > maxBufferedBytes) socket.terminate()
      // A failed send closes the socket, and the close event is handled.
      else webSocket.send(JSON.stringify(message), () => {})
    },

    leave(reason) {
      if (isLeaving) return
      socket.send({ type: 'bye', reason })
      markLeaving()
      webSocket.close(closeCodes[reason], reason)
      setTimeout(() => webSocket.terminate(), closeTimeoutMs).unref()
    },

    terminate() {
      markLeaving()
      webSocket.terminate()
    },

    countFrame() {
      lastMessageAt = clock.steady()
      return countFrame()
    },

    countMirrored: createSecondLimit(clock, maxMirroredPerSecond),
  }
  return socket
}
