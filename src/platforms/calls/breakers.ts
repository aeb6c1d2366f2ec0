import type { Clock } from '../../kernel/ambient.ts'
import { backoffMs } from './backoff.ts'

const failuresToShut = 5
const restMs = 10_000
/** While the trial calls fail too. */
const timings = { firstRetryMs: restMs, longestRetryMs: 60_000 }
/** The longest pause that is kept, even if a service asks for a longer one. */
const longestHoldMs = 5 * 60_000

interface Gate {
  failures: number
  /** In milliseconds of the monotonic clock. */
  shutUntil: number
  /** Whether the service asked for the pause. */
  isLimit: boolean
  isTrying: boolean
}

export interface CallPause {
  readonly seconds: number
  /** A rate limit of the service, not failures in a row. */
  readonly isLimit: boolean
}

export type Breakers = ReturnType<typeof createBreakers>

/**
 * Circuit breakers, one for each key (https://martinfowler.com/bliki/CircuitBreaker.html). After several failures in a
 * row the circuit opens and calls fail at once. After a pause one trial call decides whether it closes again.
 */
export function createBreakers({ clock, random }: { clock: Clock; random?: (() => number) | undefined }) {
  const gates = new Map<string, Gate>()

  function gateOf(key: string): Gate {
    const gate = gates.get(key) ?? { failures: 0, shutUntil: 0, isLimit: false, isTrying: false }
    gates.set(key, gate)
    return gate
  }

  return {
    /** How long the circuit stays open. Undefined admits the call; the caller must then call `leave`. */
    enter(key: string): CallPause | undefined {
      const gate = gates.get(key)
      if (gate === undefined) return undefined
      const waitMs = gate.shutUntil - clock.steady()
      if (waitMs > 0) return { seconds: Math.ceil(waitMs / 1000), isLimit: gate.isLimit }
      if (gate.failures < failuresToShut) return undefined
      if (gate.isTrying) return { seconds: 1, isLimit: false }
      gate.isTrying = true
      return undefined
    },

    /** `unknown` is for a call that was cancelled by its caller. */
    leave(key: string, outcome: 'answered' | 'failed' | 'unknown'): void {
      const gate = outcome === 'failed' ? gateOf(key) : gates.get(key)
      if (gate === undefined) return
      gate.isTrying = false
      if (outcome === 'answered') gate.failures = 0
      if (outcome === 'failed' && ++gate.failures >= failuresToShut) {
        const failedTrials = gate.failures - failuresToShut
        const waitMs = failedTrials === 0 ? restMs : backoffMs(failedTrials, timings, random)
        gate.shutUntil = clock.steady() + waitMs
        gate.isLimit = false
      }
      if (gate.failures === 0 && gate.shutUntil <= clock.steady()) gates.delete(key)
    },

    /** Opens the circuit because the service asked for a pause (rate limit). */
    hold(key: string, seconds: number): void {
      const gate = gateOf(key)
      gate.shutUntil = clock.steady() + Math.min(seconds * 1000, longestHoldMs)
      gate.isLimit = true
    },

    /** The pause at present, without asking for admission. */
    pauseOf(key: string): CallPause | undefined {
      const gate = gates.get(key)
      const waitMs = gate === undefined ? 0 : gate.shutUntil - clock.steady()
      return gate === undefined || waitMs <= 0
        ? undefined
        : { seconds: Math.ceil(waitMs / 1000), isLimit: gate.isLimit }
    },
  }
}
