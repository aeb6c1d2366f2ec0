import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work calls `isDue()` now and then and awaits `rest()` when told, so that requests get their turn. */
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
