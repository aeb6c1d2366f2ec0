import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../ambient.ts'
import { Failure } from '../contract/failures.ts'
import { createBreakers } from './breakers.ts'
import { type CallError, exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts'
import { serviceTitles } from './services.ts'

const maxRetries = 2
/** Who asks for a longer wait than this is not asked again in the same call. */
const longestRetryWaitSeconds = 2

export type HttpClient = ReturnType<typeof createHttpClient>

/**
 * The one way out to the services. Reads are tried again a little; deeds never are, and one whose outcome is not known
 * says so. An answer below 500 is the caller's to judge, all other trouble is a `Failure`, which never holds a token.
 */
export function createHttpClient(needs: {
  clock: Clock
  timeoutMs?: number | undefined
  retryMs?: number
  random?: () => number
  /** Of every exchange, for the metrics: the status, or how it failed. */
  onCall?: (service: string, outcome: string, milliseconds: number) => void
}) {
  const { clock, timeoutMs = 10_000, retryMs = 200, random = Math.random, onCall } = needs
  const breakers = createBreakers({ clock })

  /** Undefined when there is to be no other try. */
  function retryWaitMs({ method }: HttpRequest, { isTemporary, waitSeconds }: CallError, tries: number) {
    if (method !== 'GET' || !isTemporary || tries >= maxRetries) return undefined
    if (waitSeconds === undefined) return retryMs * 2 ** tries * (0.5 + random())
    return waitSeconds > longestRetryWaitSeconds ? undefined : waitSeconds * 1000
  }

  async function sendWithRetries(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer | CallError> {
    for (let tries = 0; ; tries++) {
      const startedAt = clock.steady()
      const outcome = await exchange(request, clock, signal)
      const description = 'status' in outcome ? String(outcome.status) : outcome.verdict
      onCall?.(request.service, description, clock.steady() - startedAt)
      if ('status' in outcome) return outcome
      const waitMs = retryWaitMs(request, outcome, tries)
      if (waitMs === undefined) return outcome
      const isOver = await delay(waitMs, false, { signal }).catch(() => true)
      if (isOver) return outcome
    }
  }

  return {
    async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
      const { service, account } = request
      const gate = `${service}/${account}`
      const title = serviceTitles[service]
      if (signal.aborted) {
        const message = `${title} was not asked: there was no time left.`
        throw new Failure('platform_unavailable', { message, cause: signal.reason })
      }
      const shutSeconds = breakers.enter(gate)
      if (shutSeconds !== undefined) {
        throw new Failure('platform_unavailable', {
          message: `${title} is given a rest of ${shutSeconds} s after trouble with it.`,
          retryAfterSeconds: shutSeconds,
        })
      }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const outcome = await sendWithRetries(request, limit)
      if ('status' in outcome) {
        breakers.leave(gate, 'answered')
        return outcome
      }
      const { description, verdict, waitSeconds, mayHaveHappened, cause } = outcome
      breakers.leave(gate, verdict)
      if (waitSeconds !== undefined) breakers.hold(gate, waitSeconds)
      throw new Failure('platform_unavailable', {
        message: `${title} ${description}.`,
        retryAfterSeconds: waitSeconds,
        mayHaveHappened,
        cause,
      })
    },
  }
}
