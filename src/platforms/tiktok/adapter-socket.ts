import { type ClientOptions, type RawData, WebSocket } from 'ws'
import type { Log } from '../../log.ts'

const maxFrameBytes = 1024 * 1024

export interface SocketTiming {
  /** Until the first sign of life. */
  readonly firstFrameMs: number
  /** Silence and a lost connection are the same to us. */
  readonly silenceMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** How long a stream that is offline is left alone. */
  readonly offlineMs: number
}

export const defaultSocketTiming: SocketTiming = {
  firstFrameMs: 10_000,
  silenceMs: 90_000,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  offlineMs: 60_000,
}

/** What an end of the connection means. */
export interface Ending {
  readonly message: string
  /** When to come back, where that is not as soon as can be. */
  readonly waitMs?: number
}

/** A connection that is opened again whenever it is lost, ever more slowly while it fails. Answers how to close it. */
export function openAdapterSocket(needs: {
  address: () => string
  headers?: Readonly<Record<string, string>>
  log: Log
  timing: SocketTiming
  /** For each connection anew: takes a frame and answers whether it is a sign of life. Throws on what cannot be read. */
  begin: () => (text: string) => boolean
  /** Each time that it is lost, with the code of the close, which is the status where the other side refused. */
  lost: (code: number) => Ending
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
    opened.on('message', (data, isBinary) => {
      if (socket === opened && !isBinary) receive(data, read)
    })
    // The close that follows is where it is dealt with. The message may quote the address, and with it a key.
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
      log.warn('TikTok: something came that cannot be read', { reason: error instanceof Error ? error.message : '' })
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
