import { setImmediate as nextTurn } from 'node:timers/promises'

/** Cooperative scheduling: long work calls `isDue()` regularly and awaits `rest()` when due, so that requests are served. */
export interface Slices {
  isDue(): boolean
  rest(): Promise<void>
}

export function createSlices(everyMs: number): Slices {
  let startedAt = performance.now()
  return {
    isDue: () => performance.now() - startedAt >= everyMs,
    async rest() {
      await nextTurn()
      startedAt = performance.now()
    },
  }
}
