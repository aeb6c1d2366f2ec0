import type { ConnectionState, ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { PermissionMissing } from '../sign-in/account-failures.ts'
import { backoffMs, type RetryTimings } from './backoff.ts'
import { ServiceUnavailable } from './http-client.ts'

/** After a refusal that only a person can end: often enough to notice when somebody has, rarely enough to be polite. */
export const refusedRetryMs = 10 * 60_000
/** A service that asks for a longer pause is asked again after this one. */
const longestWaitMs = 60 * 60_000

/** Why a connection is not there, and when to try again. */
export interface Ending {
  readonly state: Extract<
    ConnectionState,
    'reconnecting' | 'rate_limited' | 'missing_permission' | 'needs_sign_in' | 'failed' | 'connected'
  >
  readonly message: Text
  /** Instead of the backoff. */
  readonly waitMs?: number | undefined
  readonly missing?: readonly string[]
}

export type Connection = ReturnType<typeof createConnection>

/**
 * The state machine of one connection to an outside service, the same for sockets, streams and subscriptions: connecting,
 * then connected until it is lost, then a pause, and again. It never gives up. The pause grows with each failure in a row
 * (exponential backoff) and is shortened at random (jitter), so that servers that lost a service together do not return
 * together. Every connection has its own timer, so none waits for another.
 */
export function createConnection(needs: {
  clock: Clock
  timings: RetryTimings
  /** Starts an attempt. Its end is reported with `up` or `down`. */
  connect: () => void
  report: (status: ConnectionStatus) => void
  random?: () => number
}) {
  const { clock, timings, connect, report, random = Math.random } = needs
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  function attempt(message: Text): void {
    clearTimeout(retry)
    retry = undefined
    report({ state: 'connecting', message, until: null, missing: [] })
    connect()
  }

  return {
    /** The first attempt, or one at once. */
    start: attempt,

    up(
      message: Text,
      state: 'connected' | 'limited' | 'missing_permission' = 'connected',
      missing: readonly string[] = [],
    ) {
      failures = 0
      report({ state, message, until: null, missing })
    },

    /** The connection is lost or could not be made; the next attempt is planned. */
    down({ state, message, waitMs, missing = [] }: Ending): void {
      if (isClosed || retry !== undefined) return
      const pauseMs = Math.min(waitMs ?? backoffMs(failures, timings, random), longestWaitMs)
      failures++
      const isCounted = state === 'reconnecting' || state === 'rate_limited'
      report({ state, message, until: isCounted ? clock.now() + pauseMs : null, missing })
      retry = setTimeout(() => attempt(message), pauseMs).unref()
    },

    get isWaiting(): boolean {
      return retry !== undefined
    },

    close(): void {
      isClosed = true
      clearTimeout(retry)
    },
  }
}

/** What an error says about the connection. `otherwise` is the sentence for an error without one. */
export function endingOf(error: unknown, otherwise: Text): Ending {
  if (!(error instanceof Failure)) return { state: 'reconnecting', message: otherwise }
  const { text: message, retryAfterSeconds = 0 } = error
  if (error instanceof PermissionMissing)
    return { state: 'missing_permission', message, missing: error.scopes, waitMs: refusedRetryMs }
  if (error.code === 'platform_reauth_required') return { state: 'needs_sign_in', message, waitMs: refusedRetryMs }
  const waitMs = retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : undefined
  // A used-up quota is a plain failure with a time; an open circuit breaker is not a limit of the service.
  const isLimit = waitMs !== undefined && (!(error instanceof ServiceUnavailable) || error.isRateLimit)
  return { state: isLimit ? 'rate_limited' : 'reconnecting', message, waitMs }
}
