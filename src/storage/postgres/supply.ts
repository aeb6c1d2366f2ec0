import { Failure } from '../../contract/failures.ts'
import { databaseAway } from './errors.ts'
import { answerTimeoutMs, type Session } from './session.ts'

const probeEveryMs = 250

export type Presence = ReturnType<typeof createPresence>

/**
 * Whether the server is there. Once it is not, everybody hears so at once instead of waiting for it in vain, and it is
 * looked for until it is back.
 */
export function createPresence(open: () => Promise<Session>) {
  const { listeners, tell } = listen()
  let away: Failure | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function probe(): void {
    open().then(
      async (session) => {
        away = undefined
        await session.close()
      },
      () => {
        if (!isClosed) timer = setTimeout(probe, probeEveryMs * (0.75 + Math.random() / 2)).unref()
      },
    )
  }

  return {
    /** The failure that callers get while it is away. */
    failure: (): Failure | undefined => away,

    gone(cause: unknown): void {
      if (away !== undefined || isClosed) return
      away = databaseAway(cause)
      tell(away)
      probe()
    },

    /** Told once each time it goes away. */
    onGone: (listener: (failure: Failure) => void) => void listeners.push(listener),

    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function listen() {
  const listeners: ((failure: Failure) => void)[] = []
  return {
    listeners,
    tell(failure: Failure) {
      for (const listener of listeners) listener(failure)
    },
  }
}

export type Supply = ReturnType<typeof createSupply>

interface Waiter {
  resolve(session: Session): void
  reject(error: unknown): void
}

/** Up to `size` connections, made when they are first needed, each lent to one at a time. */
export function createSupply(options: { size: number; open: () => Promise<Session>; presence: Presence }) {
  const { size, open, presence } = options
  let idle: Session[] = []
  const waiting: Waiter[] = []
  let made = 0
  let isClosed = false

  async function openAnother(): Promise<Session> {
    made++
    try {
      const session = await open()
      if (!isClosed) return session
      await session.close()
      throw new Failure('shutting_down', { retryAfterSeconds: 2 })
    } catch (error) {
      made--
      if (error instanceof Failure) throw error
      // Whatever the reason, a password or a full server: there is no speaking to it.
      presence.gone(error)
      throw databaseAway(error)
    }
  }

  function give(session: Session): void {
    if (!session.isOpen()) {
      made--
      const next = waiting.shift()
      if (next !== undefined) openAnother().then(next.resolve, next.reject)
      return
    }
    const next = waiting.shift()
    if (next !== undefined) next.resolve(session)
    else if (isClosed) void session.close()
    else idle.push(session)
  }

  presence.onGone((failure) => {
    for (const waiter of waiting.splice(0)) waiter.reject(failure)
    for (const session of idle.splice(0)) {
      session.drop()
      made--
    }
  })

  return {
    give,

    async take(timeoutMs = answerTimeoutMs): Promise<Session> {
      const away = presence.failure()
      if (away !== undefined) throw away
      for (let session = idle.pop(); session !== undefined; session = idle.pop()) {
        if (session.isOpen()) return session
        made--
      }
      if (made < size) return openAnother()
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
      const sessions = idle
      idle = []
      await Promise.all(sessions.map((session) => session.close()))
    },
  }
}
