import { Failure } from '../../operation/contract/failures.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { databaseAway } from './errors.ts'
import type { Session } from './session.ts'

export type Pool = ReturnType<typeof createPool>

interface Waiter {
  resolve(session: Session): void
  reject(error: unknown): void
}

/**
 * A connection pool: up to `size` connections, opened when first needed, each lent to one caller at a time. Unless they
 * say otherwise, callers wait `waitMs` for one.
 */
export function createPool(options: {
  size: number
  waitMs: number
  open: () => Promise<Session>
  breaker: CircuitBreaker
}) {
  const { size, waitMs, open, breaker } = options
  let idle: Session[] = []
  const waiting: Waiter[] = []
  let opened = 0
  let isClosed = false

  async function openAnother(): Promise<Session> {
    opened++
    try {
      const session = await open()
      if (!isClosed) return session
      await session.close()
      throw shuttingDown()
    } catch (error) {
      opened--
      if (error instanceof Failure) throw error
      // Whatever the reason, a wrong password or too many connections: the server cannot be used.
      breaker.open(error)
      throw databaseAway(error)
    }
  }

  function give(session: Session): void {
    if (!session.isOpen()) {
      opened--
      const next = waiting.shift()
      if (next !== undefined) openAnother().then(next.resolve, next.reject)
      return
    }
    const next = waiting.shift()
    if (next !== undefined) next.resolve(session)
    else if (isClosed) void session.close()
    else idle.push(session)
  }

  breaker.onOpen((failure) => {
    for (const waiter of waiting.splice(0)) waiter.reject(failure)
    for (const session of idle.splice(0)) {
      session.drop()
      opened--
    }
  })

  return {
    give,

    async take(timeoutMs = waitMs): Promise<Session> {
      const away = isClosed ? shuttingDown() : breaker.failure()
      if (away !== undefined) throw away
      for (let session = idle.pop(); session !== undefined; session = idle.pop()) {
        if (session.isOpen()) return session
        opened--
      }
      if (opened < size) return openAnother()
      const { promise, resolve, reject } = Promise.withResolvers<Session>()
      const waiter = { resolve, reject }
      waiting.push(waiter)
      const timer = setTimeout(() => {
        const at = waiting.indexOf(waiter)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(new Failure('overloaded', { retryAfterSeconds: 2, cause: new Error('no connection became free') }))
      }, timeoutMs)
      return promise.finally(() => clearTimeout(timer))
    },

    async close(): Promise<void> {
      isClosed = true
      for (const waiter of waiting.splice(0)) waiter.reject(shuttingDown())
      const sessions = idle
      idle = []
      await Promise.all(sessions.map((session) => session.close()))
    },
  }
}

function shuttingDown(): Failure {
  return new Failure('shutting_down', { retryAfterSeconds: 2 })
}
