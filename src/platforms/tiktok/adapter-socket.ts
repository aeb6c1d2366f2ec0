import { type ClientOptions, type RawData, WebSocket } from 'ws'
import type { Log } from '../../log.ts'

const maxFrameBytes = 1024 * 1024

export interface SocketTiming {
  /** The time limit for the first valid frame. */
  readonly firstFrameMs: number
  /** Longer silence counts as a lost connection. */
  readonly silenceMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** The retry delay while the stream is offline. */
  readonly offlineMs: number
  /** A gift streak without a further frame for this long is over. */
  readonly streakMs: number
  /** Likes are added up for this long. */
  readonly likesMs: number
}

export const defaultSocketTiming: SocketTiming = {
  firstFrameMs: 10_000,
  silenceMs: 90_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  offlineMs: 60_000,
  streakMs: 4_000,
  likesMs: 5_000,
}

/** Why a connection ended. */
export interface CloseReason {
  readonly message: string
  /** The retry delay, if it differs from the default backoff. */
  readonly waitMs?: number
}

/** A WebSocket that reconnects with exponential backoff. Returns the function that closes it. */
export function openAdapterSocket(needs: {
  address: () => string
  headers?: Readonly<Record<string, string>>
  log: Log
  timing: SocketTiming
  /** Creates the frame reader of each connection. The reader returns whether the frame proves that the connection works. */
  begin: () => (text: string) => boolean
  /** Called when the connection is lost, with its close code, or the HTTP status if the server refused it. */
  lost: (code: number) => CloseReason
}): () => void {
  const { address, headers = {}, log, timing, begin, lost } = needs
  let socket: WebSocket | undefined
  let watchdog: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  function watch(ms: number): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => socket?.terminate(), ms)
    watchdog.unref()
  }

  function start(): void {
    const options: ClientOptions = { headers, maxPayload: maxFrameBytes, handshakeTimeout: timing.firstFrameMs }
    const opened = new WebSocket(address(), options)
    socket = opened
    const read = begin()
    let refusedWith: number | undefined
    watch(timing.firstFrameMs)
    opened.on('unexpected-response', (request, response) => {
      refusedWith = response.statusCode
      request.destroy()
      ended(refusedWith ?? 0)
    })
    // The same JSON may come in text frames and in binary ones.
    opened.on('message', (data) => {
      if (socket === opened) receive(data, read)
    })
    // The `close` event that follows handles the error, whose message may quote the address and with it a key.
    opened.on('error', () => {})
    opened.on('close', (code) => {
      if (refusedWith === undefined) ended(code)
    })

    function ended(code: number): void {
      if (socket !== opened) return
      socket = undefined
      clearTimeout(watchdog)
      if (isClosed) return
      const { waitMs } = lost(code)
      const backoffMs = Math.min(timing.firstRetryMs * 2 ** failures++, timing.longestRetryMs)
      retry = setTimeout(start, waitMs ?? backoffMs * (0.5 + Math.random() / 2))
      retry.unref()
    }
  }

  function receive(data: RawData, read: (text: string) => boolean): void {
    try {
      if (!read(String(data))) return
      failures = 0
      watch(timing.silenceMs)
    } catch (error) {
      log.warn('TikTok adapter sent a frame that cannot be read', {
        reason: error instanceof Error ? error.message : '',
      })
    }
  }

  start()
  return () => {
    isClosed = true
    clearTimeout(retry)
    clearTimeout(watchdog)
    socket?.terminate()
  }
}
