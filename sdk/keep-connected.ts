/** How a client stays connected. The event stream of the SDK, the overlay, the deck and the extension share it. */

export interface ConnectionTimings {
  /** The pause before the second attempt. It doubles with each failure in a row. */
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** How long the server may be silent, at the beginning and between messages. */
  readonly silenceMs: number
  /** How silent a connection may be that is kept when the device wakes up. Default: as silent as any. */
  readonly staleMs?: number
}

/** One connection, from its first packet until it is lost. */
export interface Attempt {
  /** Aborted when the connection is lost, replaced or closed: whatever carries it ends with it. */
  readonly signal: AbortSignal
  /** The server was there just now, and is lost if nothing comes within this time. */
  expectMessage(withinMs?: number): void
  /** Silence means nothing until `expectMessage` is called, because nobody reads. */
  expectNothing(): void
  /** The connection works, so that the next pause is the shortest one. */
  established(): void
  /** It is lost, or could not be made. `extraMs` makes the pause longer, where the server asks for it. */
  lost(extraMs?: number): void
}

export interface KeptConnection {
  /** Makes a connection at once, in place of the one that there is or that is planned. */
  reconnect(): void
  /** Final: nothing is called any more. */
  close(): void
}

export interface ConnectionOptions extends ConnectionTimings {
  /** Starts a connection. At any time there is one at most. */
  connect(attempt: Attempt): void
  /** The connection is lost, and the next one is planned. */
  onLost?(): void
  /** In place of a timer of the browser, for the pauses. Returns what cancels it. */
  after?(ms: number, run: () => void): () => void
}

/** What a page or a worker has and other programs may not have. */
const page = globalThis as {
  addEventListener?(type: string, run: (event: { type: string }) => void, options: { signal: AbortSignal }): void
  document?: { visibilityState: string }
}

/**
 * Keeps one connection open until it is closed. After a loss it waits, longer each time (exponential backoff) and for a
 * random part of that (jitter), so that clients that lost a server together do not return together. It does not wait
 * where the network or the person is back. A connection that died without a word is noticed by its silence.
 */
export function keepConnected(options: ConnectionOptions): KeptConnection {
  const { firstRetryMs, longestRetryMs, silenceMs, staleMs, connect, onLost, after = startTimer } = options
  const closing = new AbortController()
  let current: AbortController | undefined
  let failures = 0
  let seenAt = 0
  let allowedMs = 0
  let silence: ReturnType<typeof setTimeout> | undefined
  let cancelPause: (() => void) | undefined

  function begin(): void {
    end()
    if (closing.signal.aborted) return
    const mine = new AbortController()
    current = mine
    const ifCurrent =
      <Given extends unknown[]>(run: (...given: Given) => void) =>
      (...given: Given): void => {
        if (current === mine) run(...given)
      }
    const attempt: Attempt = {
      signal: mine.signal,
      expectMessage: ifCurrent(expectMessage),
      expectNothing: ifCurrent(() => clearTimeout(silence)),
      established: ifCurrent(() => {
        failures = 0
      }),
      lost: ifCurrent(pause),
    }
    expectMessage()
    connect(attempt)
  }

  function expectMessage(withinMs = silenceMs): void {
    seenAt = Date.now()
    allowedMs = withinMs
    clearTimeout(silence)
    silence = setTimeout(pause, withinMs)
  }

  function pause(extraMs = 0): void {
    end()
    const backOffMs = Math.min(firstRetryMs * 2 ** failures++, longestRetryMs)
    cancelPause = after(extraMs + backOffMs * (0.5 + Math.random() / 2), begin)
    onLost?.()
  }

  /** Forgotten first: what ends with it may report its end. */
  function end(): void {
    clearTimeout(silence)
    cancelPause?.()
    const old = current
    current = undefined
    old?.abort()
  }

  /**
   * The network is back, or the person. Timers stand still while a device sleeps, so the time of the last message is
   * compared as well.
   */
  function comeBack({ type }: { type: string }): void {
    if (type === 'visibilitychange' && page.document?.visibilityState === 'hidden') return
    if (current !== undefined && Date.now() - seenAt < Math.min(staleMs ?? allowedMs, allowedMs)) return
    failures = 0
    if (current !== undefined) onLost?.()
    begin()
  }

  for (const type of ['online', 'pageshow', 'visibilitychange']) page.addEventListener?.(type, comeBack, closing)
  begin()
  return {
    reconnect: begin,
    close(): void {
      closing.abort()
      end()
    },
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
