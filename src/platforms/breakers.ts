import type { Clock } from '../ambient.ts'

const failuresToShut = 5
const restMs = 10_000
/** However long a service asks us to stay away, we look again after this. */
const longestHoldMs = 5 * 60_000

interface Gate {
  failures: number
  /** On the steady clock. */
  shutUntil: number
  isTrying: boolean
}

export type Breakers = ReturnType<typeof createBreakers>

/**
 * Spares a service that does not answer, and everyone who would wait for it: after some failures in a row nobody goes
 * there for a while, then one goes first. Each key has a gate of its own.
 */
export function createBreakers({ clock }: { clock: Clock }) {
  const gates = new Map<string, Gate>()

  function gateOf(key: string): Gate {
    const gate = gates.get(key) ?? { failures: 0, shutUntil: 0, isTrying: false }
    gates.set(key, gate)
    return gate
  }

  return {
    /** For how many seconds the gate stays shut; undefined lets the caller through, who then has to `leave`. */
    enter(key: string): number | undefined {
      const gate = gates.get(key)
      if (gate === undefined) return undefined
      const waitMs = gate.shutUntil - clock.steady()
      if (waitMs > 0) return Math.ceil(waitMs / 1000)
      if (gate.failures < failuresToShut) return undefined
      if (gate.isTrying) return 1
      gate.isTrying = true
      return undefined
    },

    /** `unknown` is for a caller who gave up for reasons of their own. */
    leave(key: string, outcome: 'answered' | 'failed' | 'unknown'): void {
      const gate = outcome === 'failed' ? gateOf(key) : gates.get(key)
      if (gate === undefined) return
      gate.isTrying = false
      if (outcome === 'answered') gate.failures = 0
      if (outcome === 'failed' && ++gate.failures >= failuresToShut) gate.shutUntil = clock.steady() + restMs
      if (gate.failures === 0 && gate.shutUntil <= clock.steady()) gates.delete(key)
    },

    /** The service itself asked for a pause. */
    hold(key: string, seconds: number): void {
      gateOf(key).shutUntil = clock.steady() + Math.min(seconds * 1000, longestHoldMs)
    },
  }
}
