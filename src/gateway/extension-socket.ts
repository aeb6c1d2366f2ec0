import type { WebSocket } from 'ws'
import type { Clock } from '../ambient.ts'
import type { ExtensionByeReason, ToExtension } from '../contract/extension-messages.ts'

const maxFramesPerSecond = 20
const maxBufferedBytes = 256 * 1024
const leaveMs = 2_000

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

/** Whose extension it is. */
export interface PairedBrowser {
  readonly channelId: number
  /** Of the pairing. */
  readonly id: string
  readonly channelName: string
}

export interface ExtensionSocket {
  readonly gone: Promise<void>
  readonly isLeaving: boolean
  /** When it last said anything, on the steady clock. */
  readonly heardAt: number
  saidHello: boolean
  /** Undefined while it is a stranger. */
  browser: PairedBrowser | undefined
  /** Whether a page of the platform is open there. */
  hasTab: boolean
  say(message: ToExtension): void
  leave(reason: ExtensionByeReason): void
  terminate(): void
  /** Whether one more frame fits into this second. */
  takeFrame(): boolean
}

/** One socket of an extension with its manners: how fast it may talk, and when it was last heard. */
export function createExtensionSocket(
  webSocket: WebSocket,
  needs: { clock: Clock; onLeave: (socket: ExtensionSocket) => void },
): ExtensionSocket {
  const { clock, onLeave } = needs
  let isLeaving = false
  let heardAt = clock.steady()
  let secondBegan = heardAt
  let framesThisSecond = 0

  function stepOut(): void {
    if (isLeaving) return
    isLeaving = true
    onLeave(socket)
  }

  const socket: ExtensionSocket = {
    gone: new Promise<void>((resolve) => webSocket.once('close', () => resolve())),
    saidHello: false,
    browser: undefined,
    hasTab: false,

    get isLeaving() {
      return isLeaving
    },
    get heardAt() {
      return heardAt
    },

    say(message) {
      if (isLeaving) return
      if (webSocket.bufferedAmount > maxBufferedBytes) socket.terminate()
      // A failed send shows as a close, which is where it is dealt with.
      else webSocket.send(JSON.stringify(message), () => {})
    },

    leave(reason) {
      if (isLeaving) return
      socket.say({ type: 'bye', reason })
      stepOut()
      webSocket.close(closeCodes[reason], reason)
      setTimeout(() => webSocket.terminate(), leaveMs).unref()
    },

    terminate() {
      stepOut()
      webSocket.terminate()
    },

    takeFrame() {
      heardAt = clock.steady()
      if (heardAt - secondBegan >= 1000) {
        secondBegan = heardAt
        framesThisSecond = 0
      }
      return ++framesThisSecond <= maxFramesPerSecond
    },
  }
  return socket
}
