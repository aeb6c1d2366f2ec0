import { Failure } from '../operation/contract/failures.ts'
import type { OperationEffect } from '../operation/contract/operation-effect.ts'

/**
 * The event loop delay from which each kind of call is refused: reads first, because clients repeat them anyway; actions
 * on platforms next; changes of points and watch time last. At full speed with 64 callers the delay is below 20 ms.
 */
export const refusedFromMs: Readonly<Record<OperationEffect, number>> = { none: 150, outside: 300, rows: 600 }

export type Overload = ReturnType<typeof createOverload>

/** Load shedding: an overloaded server refuses calls immediately instead of answering all of them late. */
export function createOverload(delay: { readonly lastingMs: number }) {
  let refused = 0

  function refuse(): Failure {
    refused++
    return new Failure('overloaded', { retryAfterSeconds: 1 })
  }

  return {
    /** The failure of a call that is refused without a look at its operation. */
    refuse,

    /** The failure of a call that must be refused now, otherwise undefined. */
    refusal(effect: OperationEffect): Failure | undefined {
      return delay.lastingMs < refusedFromMs[effect] ? undefined : refuse()
    },
    get refused() {
      return refused
    },
  }
}
