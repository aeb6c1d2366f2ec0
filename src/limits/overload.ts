import { Failure } from '../contract/failures.ts'
import type { Effect } from '../operation.ts'

/**
 * From which delay of the event loop on a kind of call is refused: reads first, for they are asked again anyway; deeds
 * on platforms next; what moves points and minutes last. At full speed with 64 callers the delay stays below 20 ms.
 */
export const refusedFromMs: Readonly<Record<Effect, number>> = { none: 150, outside: 300, rows: 600 }

export type Overload = ReturnType<typeof createOverload>

/** A server that is late says no at once, which is quicker for everybody than being later still. */
export function createOverload(delay: { readonly lastingMs: number }) {
  let refused = 0
  return {
    /** The failure for such a call now, if it is not to be done. */
    refusal(effect: Effect): Failure | undefined {
      if (delay.lastingMs < refusedFromMs[effect]) return undefined
      refused++
      return new Failure('overloaded', { retryAfterSeconds: 1 })
    },
    get refused() {
      return refused
    },
  }
}
