import type { Clock } from '../ambient.ts'

export const windowMs = 60_000

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the oldest call no longer counts, and so one more is possible; 0 when none counts. */
  readonly resetSeconds: number
}

export interface Limiter {
  /** Counts the call if it is allowed: a sliding window log, at most `limit` calls in any 60 s. */
  take(key: string, limit: number): Verdict | Promise<Verdict>
  /** The current state, without counting a call. */
  peek(key: string, limit: number): Verdict | Promise<Verdict>
}

/** The limiter of a single node answers synchronously. */
export interface OwnLimiter extends Limiter {
  take(key: string, limit: number): Verdict
  peek(key: string, limit: number): Verdict
}

/** A ring buffer with the times of the last calls; the oldest decides whether one more is allowed. */
interface Log {
  readonly times: Float64Array
  /** The index of the oldest entry, and the number of entries. */
  start: number
  count: number
}

/** An exact limiter in memory. It uses the monotonic clock, so that setting the wall clock resets nothing. */
export function createMemoryLimiter(clock: Clock, maxLogs = 100_000): OwnLimiter {
  const logs = new Map<string, Log>()
  let sweepAt = 0

  function logFor(key: string, limit: number): Log {
    const known = logs.get(key)
    if (known !== undefined && known.times.length === limit) return known
    const created = { times: new Float64Array(limit), start: 0, count: 0 }
    logs.set(key, created)
    return created
  }

  /** Removes logs without calls in the window, to bound memory. */
  function sweep(now: number): void {
    if (logs.size < maxLogs || now < sweepAt) return
    sweepAt = now + 1000
    for (const [key, log] of logs) {
      removeExpired(log, now)
      if (log.count === 0) logs.delete(key)
    }
  }

  return {
    take(key, limit) {
      const now = clock.steady()
      sweep(now)
      const log = logFor(key, limit)
      removeExpired(log, now)
      if (log.count >= limit) return verdict(log, limit, now, false)
      log.times[(log.start + log.count) % limit] = now
      log.count++
      return verdict(log, limit, now, true)
    },
    peek(key, limit) {
      const now = clock.steady()
      const log = logs.get(key)
      if (log === undefined || log.times.length !== limit) return { allowed: true, remaining: limit, resetSeconds: 0 }
      removeExpired(log, now)
      return verdict(log, limit, now, log.count < limit)
    },
  }
}

function removeExpired(log: Log, now: number): void {
  const { times } = log
  while (log.count > 0 && (times[log.start] ?? 0) + windowMs <= now) {
    log.start = (log.start + 1) % times.length
    log.count--
  }
}

function verdict(log: Log, limit: number, now: number, allowed: boolean): Verdict {
  const remaining = limit - log.count
  const oldest = log.times[log.start] ?? now
  // Adding and subtracting fractions of a millisecond may exceed the window by a rounding error.
  const untilFree = log.count === 0 ? 0 : Math.min(oldest + windowMs - now, windowMs)
  return { allowed, remaining, resetSeconds: Math.max(Math.ceil(untilFree / 1000), log.count === 0 ? 0 : 1) }
}
