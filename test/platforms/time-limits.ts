import type { TimeLimit } from '../../src/ambient.ts'

export type TimeLimits = ReturnType<typeof createTimeLimits>

/**
 * Time limits of calls that end when a test says so. Their timers would end calls on a machine that is busy, and keep a
 * test waiting that wants one to end.
 */
export function createTimeLimits() {
  const open = new Set<AbortController>()
  let nextMs: number | undefined
  const start: TimeLimit = () => {
    if (nextMs !== undefined) return AbortSignal.timeout(nextMs)
    const limit = new AbortController()
    open.add(limit)
    return limit.signal
  }
  return {
    start,

    /** The time of every call under way is over. */
    end(): void {
      for (const limit of open) limit.abort(new DOMException('The operation timed out.', 'TimeoutError'))
      open.clear()
    },

    /** Until the returned function is called, calls have so much time: for what hangs where no test can see it. */
    shorten(milliseconds: number): () => void {
      nextMs = milliseconds
      return () => {
        nextMs = undefined
      }
    },
  }
}
