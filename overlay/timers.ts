/**
 * Timers that are exact on a hidden page too. Browsers throttle the timers of hidden pages, at worst to one per minute,
 * but not those of workers, so a worker provides the ticks while the page is hidden and a timer is pending.
 */
export function createTimers() {
  const waiting: Set<{ due: number; handle: ReturnType<typeof setTimeout>; run: () => void }> = new Set()
  let pulse: Worker | undefined

  document.addEventListener('visibilitychange', keepPulse)

  function keepPulse() {
    const isNeeded = document.hidden && waiting.size > 0
    if (isNeeded && pulse === undefined) {
      pulse = new Worker(new URL('timer-worker.js', import.meta.url))
      pulse.onmessage = runDue
    } else if (!isNeeded) {
      pulse?.terminate()
      pulse = undefined
    }
  }

  function runDue() {
    const now = performance.now()
    for (const timer of waiting) if (timer.due <= now) timer.run()
  }

  /** The returned function cancels it. */
  function after(ms: number, then: () => void): () => void {
    const cancel = () => {
      clearTimeout(timer.handle)
      waiting.delete(timer)
      if (waiting.size === 0) keepPulse()
    }
    const run = () => {
      cancel()
      then()
    }
    const timer = { due: performance.now() + ms, handle: setTimeout(run, ms), run }
    waiting.add(timer)
    keepPulse()
    return cancel
  }

  return {
    after,

    /** Resolves when the time is up or the signal is aborted, whichever is first. */
    wait(ms: number, signal?: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const cancel = after(ms, end)
        signal?.addEventListener('abort', end)
        function end() {
          cancel()
          signal?.removeEventListener('abort', end)
          resolve()
        }
      })
    },
  }
}

export type Timers = ReturnType<typeof createTimers>
