const everyMs = 25
/** A single delay does not count as overload; this many delayed samples in a row do. */
const lastingSamples = 4

export type LoopDelay = ReturnType<typeof createLoopDelay>

/**
 * The delay of the event loop, which every call waits for before it is handled. Measured by real time, because the clock
 * of a test says nothing about load.
 */
export function createLoopDelay() {
  const listeners: ((delayMs: number) => void)[] = []
  const recent = new Float64Array(lastingSamples)
  let next = 0
  let lastingMs = 0
  let dueAt = 0
  let timer: NodeJS.Timeout | undefined

  function record(delayMs: number): void {
    recent[next] = delayMs
    next = (next + 1) % lastingSamples
    lastingMs = Math.min(...recent)
    for (const listener of listeners) listener(delayMs)
  }

  function sample(): void {
    const now = performance.now()
    record(Math.max(0, now - dueAt))
    dueAt = now + everyMs
    timer = setTimeout(sample, everyMs).unref()
  }

  return {
    /** The smallest delay of the last samples: a delay that lasts. */
    get lastingMs() {
      return lastingMs
    },
    record,
    listen(listener: (delayMs: number) => void): void {
      listeners.push(listener)
    },
    start(): void {
      dueAt = performance.now() + everyMs
      timer ??= setTimeout(sample, everyMs).unref()
    },
    close(): void {
      clearTimeout(timer)
    },
  }
}
