import { type ClientOptions, type RawData, WebSocket } from 'ws'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { RetryTimings } from '../calls/backoff.ts'
import { createConnection, type Ending } from '../calls/connection.ts'

const maxFrameBytes = 1024 * 1024

export interface SocketTiming extends RetryTimings {
  /** The time limit for the first valid frame. */
  readonly firstFrameMs: number
  /** Longer silence counts as a lost connection. */
  readonly silenceMs: number
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

/** A WebSocket that reconnects with exponential backoff. Returns the function that closes it. */
export function openAdapterSocket(needs: {
  clock: Clock
  address: () => string
  headers?: Readonly<Record<string, string>>
  log: Log
  timing: SocketTiming
  /** Whether it sends nothing while the stream is offline: an open connection works, and silence says nothing. */
  mayBeSilent?: boolean
  /** Creates the frame reader of each connection. The reader returns whether the frame proves that the connection works. */
  begin: () => (text: string) => boolean
  connecting: () => Text
  /** The sentence about a connection that works. */
  connected: () => Text
  /** Called when the connection is lost, with its close code, or the HTTP status if the server refused it. */
  lost: (code: number) => Ending
  onStatus: (status: ConnectionStatus) => void
}): () => void {
  const { clock, address, headers = {}, log, timing, begin, connected, lost, onStatus, mayBeSilent = false } = needs
  const connection = createConnection({ clock, timings: timing, connect: start, report: onStatus })
  let socket: WebSocket | undefined
  let watchdog: NodeJS.Timeout | undefined
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
    let isUp = false
    let refusedWith: number | undefined
    watch(timing.firstFrameMs)
    opened.on('unexpected-response', (request, response) => {
      refusedWith = response.statusCode
      request.destroy()
      ended(refusedWith ?? 0)
    })
    const up = () => {
      if (!isUp) connection.up(connected())
      isUp = true
      if (mayBeSilent) clearTimeout(watchdog)
      else watch(timing.silenceMs)
    }
    if (mayBeSilent) opened.on('open', up)
    // The same JSON may come in text frames and in binary ones.
    opened.on('message', (data) => {
      if (socket === opened && isProof(data, read)) up()
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
      if (!isClosed) connection.down(lost(code))
    }
  }

  function isProof(data: RawData, read: (text: string) => boolean): boolean {
    try {
      return read(String(data))
    } catch (error) {
      log.warn('TikTok adapter sent a frame that cannot be read', {
        reason: error instanceof Error ? error.message : '',
      })
      return false
    }
  }

  connection.start(needs.connecting())
  return () => {
    isClosed = true
    connection.close()
    clearTimeout(watchdog)
    socket?.terminate()
  }
}
