const everyMs = 25
/** One long moment is no trouble; so many late looks in a row are. */
const lasting = 4

export type LoopDelay = ReturnType<typeof createLoopDelay>

/**
 * How late the event loop is: what every caller waits before anything is done for them. Measured by the real time, for
 * a clock that a test moves says nothing about the load.
 */
export function createLoopDelay() {
  const listeners: ((delayMs: number) => void)[] = []
  const recent = new Float64Array(lasting)
  let next = 0
  let lastingMs = 0
  let dueAt = 0
  let timer: NodeJS.Timeout | undefined

  function note(delayMs: number): void {
    recent[next] = delayMs
    next = (next + 1) % lasting
    lastingMs = Math.min(...recent)
    for (const listener of listeners) listener(delayMs)
  }

  function look(): void {
    const now = performance.now()
    note(Math.max(0, now - dueAt))
    dueAt = now + everyMs
    timer = setTimeout(look, everyMs).unref()
  }

  return {
    /** The delay that did not go away during the last looks. */
    get lastingMs() {
      return lastingMs
    },
    note,
    listen(listener: (delayMs: number) => void): void {
      listeners.push(listener)
    },
    start(): void {
      dueAt = performance.now() + everyMs
      timer ??= setTimeout(look, everyMs).unref()
    },
    close(): void {
      clearTimeout(timer)
    },
  }
}
