import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemTimeLimit, type TimeLimit } from '../../kernel/ambient.ts'
import { Failure, type FailureOptions } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { platformMessages } from '../messages.ts'
import { type Service, serviceTitles } from '../services/services.ts'
import { type CallPause, createBreakers } from './breakers.ts'
import { type CallError, exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts'

const maxRetries = 2
/** A call is not retried if the service asks for a longer wait than this. */
const longestRetryWaitSeconds = 2

/** The service cannot be used now. */
export class ServiceUnavailable extends Failure {
  /** The status of its answer, if there was one. */
  readonly serviceStatus: number | undefined
  /** Whether nothing was sent, because of earlier failures. */
  readonly isPaused: boolean
  /** Whether the service asked for the pause. */
  readonly isRateLimit: boolean

  constructor(
    options: FailureOptions,
    more: { serviceStatus?: number | undefined; isPaused?: boolean; isRateLimit?: boolean } = {},
  ) {
    super('platform_unavailable', options)
    const { serviceStatus, isPaused = false, isRateLimit = serviceStatus === 429 } = more
    this.serviceStatus = serviceStatus
    this.isPaused = isPaused
    this.isRateLimit = isRateLimit
  }
}

export type HttpClient = ReturnType<typeof createHttpClient>

/**
 * The HTTP client for all services. Reads are retried with exponential backoff; calls with side effects are not, and a
 * call with an unknown outcome is marked as such. The caller handles answers below 500. Every other error becomes a
 * `Failure`, which never contains a token.
 */
export function createHttpClient(needs: {
  clock: Clock
  timeoutMs?: number | undefined
  timeLimit?: TimeLimit | undefined
  retryMs?: number
  random?: () => number
  /** Called after every exchange, for the metrics, with the status or the kind of failure. */
  onCall?: (service: string, outcome: string, milliseconds: number) => void
  /** Called when calls of an account are paused, and with undefined when one succeeds again. */
  onPause?: (service: Service, account: string, pause: (CallPause & { readonly message: Text }) | undefined) => void
}) {
  const { clock, timeoutMs = 10_000, timeLimit = systemTimeLimit, retryMs = 200, random = Math.random } = needs
  const { onCall, onPause } = needs
  const breakers = createBreakers({ clock, random })

  /** Undefined if the call is not retried. */
  function retryWaitMs({ method }: HttpRequest, { isTemporary, waitSeconds }: CallError, tries: number) {
    if (method !== 'GET' || !isTemporary || tries >= maxRetries) return undefined
    if (waitSeconds === undefined) return retryMs * 2 ** tries * (0.5 + random())
    return waitSeconds > longestRetryWaitSeconds ? undefined : waitSeconds * 1000
  }

  async function sendWithRetries(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer | CallError> {
    for (let tries = 0; ; tries++) {
      const startedAt = clock.steady()
      const outcome = await exchange(request, clock, signal)
      const result = 'status' in outcome ? String(outcome.status) : outcome.verdict
      onCall?.(request.service, result, clock.steady() - startedAt)
      if ('status' in outcome) return outcome
      const waitMs = retryWaitMs(request, outcome, tries)
      if (waitMs === undefined) return outcome
      const isOver = await delay(waitMs, false, { signal }).catch(() => true)
      if (isOver) return outcome
    }
  }

  return {
    async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
      const { service, account, circuit } = request
      const accountGate = `${service}/${account}`
      const gate = circuit === undefined ? accountGate : `${accountGate}/${circuit}`
      const title = serviceTitles[service]
      if (signal.aborted) {
        const message = platformMessages.noTimeLeft.of({ service: title })
        throw new ServiceUnavailable({ message, cause: signal.reason })
      }
      const shut = breakers.enter(gate)
      if (shut !== undefined) {
        const { seconds, isLimit: isRateLimit } = shut
        const message = platformMessages.paused.of({ service: title, seconds })
        throw new ServiceUnavailable({ message, retryAfterSeconds: seconds }, { isPaused: true, isRateLimit })
      }
      const limit = AbortSignal.any([signal, timeLimit(timeoutMs)])
      const outcome = await sendWithRetries(request, limit)
      if ('status' in outcome) {
        breakers.leave(gate, 'answered')
        if (circuit === undefined) onPause?.(service, account, undefined)
        return outcome
      }
      const { message, verdict, waitSeconds, mayHaveHappened, cause, serviceStatus } = outcome
      breakers.leave(gate, verdict)
      if (waitSeconds !== undefined) breakers.hold(gate, waitSeconds)
      // A rate limit is the account's, whichever call met it.
      if (waitSeconds !== undefined && serviceStatus === 429) breakers.hold(accountGate, waitSeconds)
      const pause = breakers.pauseOf(accountGate)
      if (pause !== undefined) onPause?.(service, account, { ...pause, message })
      throw new ServiceUnavailable(
        { message, retryAfterSeconds: waitSeconds, mayHaveHappened, cause },
        { serviceStatus },
      )
    },
  }
}
