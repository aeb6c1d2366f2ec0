import type { TimeLimit } from '../../src/kernel/ambient.ts'

export type TimeLimits = ReturnType<typeof createTimeLimits>

/**
 * Time limits of calls that end when a test says so. Their timers would end calls on a machine that is busy, and keep a
 * test waiting that wants one to end.
 */
export function createTimeLimits() {
  const open = new Map<AbortSignal, AbortController>()
  const start: TimeLimit = () => {
    const limit = new AbortController()
    open.set(limit.signal, limit)
    return limit.signal
  }
  const abort = (limit: AbortController | undefined) =>
    limit?.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  return {
    start,

    /** The time of every call under way is over. */
    end(): void {
      for (const limit of open.values()) abort(limit)
      open.clear()
    },

    /** The time of the call with this signal is over. */
    endOf(signal: AbortSignal): void {
      abort(open.get(signal))
      open.delete(signal)
    },
  }
}
