/**
 * Timers that also run where nobody looks. A page that is not visible has its own timers slowed down, at worst to one a
 * minute; a worker's are not, so one gives the beat for as long as something is waited for in the dark.
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

  /** Returns: takes it back */
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

    /** Resolves when the time is up or the signal says stop, whichever is first. */
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
