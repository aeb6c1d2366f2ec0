import type { Clock } from '../ambient.ts'

/** Counts what a socket receives; the result is false when there was too much in this second. */
export function createSecondLimit(clock: Clock, max: number): (count?: number) => boolean {
  let startedAt = clock.steady()
  let counted = 0
  return (count = 1) => {
    const now = clock.steady()
    if (now - startedAt >= 1000) {
      startedAt = now
      counted = 0
    }
    counted += count
    return counted <= max
  }
}
