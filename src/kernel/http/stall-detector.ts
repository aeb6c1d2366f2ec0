const everyMs = 250
const stallMs = 1000
/** How long requests may be late because of a stall. */
const recentMs = 2000

export type StallDetector = ReturnType<typeof createStallDetector>

/**
 * Notices that this process itself stood still, for example because the machine was suspended. The requests of that time
 * lie unread in their sockets, and Node's timers run before they are read.
 */
export function createStallDetector() {
  let lastAt = performance.now()
  let stalledAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function check(): void {
    const now = performance.now()
    if (now - lastAt > stallMs) stalledAt = now
    lastAt = now
  }

  return {
    start(): void {
      lastAt = performance.now()
      timer = setInterval(check, everyMs).unref()
    },
    stop: () => clearInterval(timer),

    isRecent(): boolean {
      check()
      return performance.now() - stalledAt < recentMs
    },
  }
}
