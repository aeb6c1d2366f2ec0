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

/** The calls of one counter, by the monotonic clock, oldest first. */
export interface CountedCalls {
  readonly name: string
  readonly limit: number
  readonly times: readonly number[]
}

/** A limiter whose counts can be stored and continued by the next process. */
export interface StorableLimiter extends OwnLimiter {
  /** The calls that were counted since this was asked last. */
  takeChanges(): CountedCalls[]
  restore(calls: CountedCalls): void
}

/** A ring buffer with the times of the last calls; the oldest decides whether one more is allowed. */
interface Log {
  readonly name: string
  readonly times: Float64Array
  /** The index of the oldest entry, and the number of entries. */
  start: number
  count: number
  /** How many of the newest entries `takeChanges` has not returned yet. */
  unsaved: number
}

/**
 * An exact limiter in memory. It uses the monotonic clock, so that setting the wall clock resets nothing. `onChange` is
 * called when there are changes to store, and not again before they are taken.
 */
export function createMemoryLimiter(clock: Clock, maxLogs = 100_000, onChange?: () => void): StorableLimiter {
  const logs = new Map<string, Log>()
  let changed: Log[] = []
  let sweepAt = 0

  function logFor(key: string, limit: number): Log {
    const known = logs.get(key)
    if (known !== undefined && known.times.length === limit) return known
    const created: Log = { name: key, times: new Float64Array(limit), start: 0, count: 0, unsaved: 0 }
    logs.set(key, created)
    // The limit itself has changed, for example with an update: the newest calls still count.
    if (known !== undefined) for (const time of newest(known, limit)) append(created, time)
    return created
  }

  function noteChange(log: Log): void {
    if (log.unsaved++ > 0) return
    if (changed.push(log) === 1) onChange?.()
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
      append(log, now)
      if (onChange !== undefined) noteChange(log)
      return verdict(log, limit, now, true)
    },
    peek(key, limit) {
      const now = clock.steady()
      const log = logs.get(key)
      if (log === undefined || log.times.length !== limit) return { allowed: true, remaining: limit, resetSeconds: 0 }
      removeExpired(log, now)
      return verdict(log, limit, now, log.count < limit)
    },
    takeChanges() {
      const taken = changed
      changed = []
      return taken.map((log) => {
        const times = newest(log, log.unsaved)
        log.unsaved = 0
        return { name: log.name, limit: log.times.length, times }
      })
    },
    restore({ name, limit, times }) {
      const log = logFor(name, limit)
      for (const time of times.slice(-limit)) if (log.count < limit) append(log, time)
    },
  }
}

function append(log: Log, time: number): void {
  log.times[(log.start + log.count) % log.times.length] = time
  log.count++
}

function newest({ times, start, count }: Log, wanted: number): number[] {
  const length = Math.min(wanted, count)
  const first = start + count - length
  return Array.from({ length }, (_, index) => times[(first + index) % times.length] ?? 0)
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
