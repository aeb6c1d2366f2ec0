import type { Clock } from '../ambient.ts'

export const windowMs = 60_000

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until the oldest call no longer counts, and so one more is possible; 0 when none counts. */
  readonly resetSeconds: number
}

export interface Limiter {
  /** Counts the call if it is allowed. Never more than `limit` in any 60 s, and a full burst of it. */
  take(key: string, limit: number): Verdict | Promise<Verdict>
  /** How it stands, without counting. */
  look(key: string, limit: number): Verdict | Promise<Verdict>
}

/** At once, for whoever is alone. */
export interface OwnLimiter extends Limiter {
  take(key: string, limit: number): Verdict
  look(key: string, limit: number): Verdict
}

/** The times of the last calls, as a ring; the oldest decides whether one more fits. */
interface Log {
  readonly times: Float64Array
  /** Where the oldest stands, and how many there are. */
  start: number
  count: number
}

/** Exact in memory. A time that never jumps is used, so that setting the clock opens nothing. */
export function createMemoryLimiter(clock: Clock, maxLogs = 100_000): OwnLimiter {
  const logs = new Map<string, Log>()
  let sweepAt = 0

  function logFor(key: string, limit: number): Log {
    const known = logs.get(key)
    if (known !== undefined && known.times.length === limit) return known
    const made = { times: new Float64Array(limit), start: 0, count: 0 }
    logs.set(key, made)
    return made
  }

  /** Logs that no call is left in say nothing; they go before memory does. */
  function sweep(now: number): void {
    if (logs.size < maxLogs || now < sweepAt) return
    sweepAt = now + 1000
    for (const [key, log] of logs) {
      forget(log, now)
      if (log.count === 0) logs.delete(key)
    }
  }

  return {
    take(key, limit) {
      const now = clock.steady()
      sweep(now)
      const log = logFor(key, limit)
      forget(log, now)
      if (log.count >= limit) return verdict(log, limit, now, false)
      log.times[(log.start + log.count) % limit] = now
      log.count++
      return verdict(log, limit, now, true)
    },
    look(key, limit) {
      const now = clock.steady()
      const log = logs.get(key)
      if (log === undefined || log.times.length !== limit) return { allowed: true, remaining: limit, resetSeconds: 0 }
      forget(log, now)
      return verdict(log, limit, now, log.count < limit)
    },
  }
}

function forget(log: Log, now: number): void {
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
