import type { Failure } from '../../operation/contract/failures.ts'
import { databaseAway } from './errors.ts'
import type { Session } from './session.ts'

const probeEveryMs = 250

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * A circuit breaker: once PostgreSQL does not answer, calls fail at once instead of each waiting for its time-out, and a
 * probe connects again and again until the server is back.
 */
export function createCircuitBreaker(connect: () => Promise<Session>) {
  const listeners: ((failure: Failure) => void)[] = []
  const backListeners: (() => void)[] = []
  let away: Failure | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function probe(): void {
    connect().then(
      async (session) => {
        away = undefined
        for (const listener of backListeners) listener()
        await session.close()
      },
      () => {
        if (!isClosed) timer = setTimeout(probe, probeEveryMs * (0.75 + Math.random() / 2)).unref()
      },
    )
  }

  return {
    /** The failure that callers get while the circuit is open. */
    failure: (): Failure | undefined => away,

    open(cause: unknown): void {
      if (away !== undefined || isClosed) return
      away = databaseAway(cause)
      for (const listener of listeners) listener(away)
      probe()
    },

    /** Called once each time the circuit opens. */
    onOpen: (listener: (failure: Failure) => void) => void listeners.push(listener),

    /** Called when the server responds again. */
    onBack: (listener: () => void) => void backListeners.push(listener),

    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
