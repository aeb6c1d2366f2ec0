/** A seeded random generator: the same sounds on every machine and in every run. Numbers from 0 up to 1. */
export type Random = () => number

export function createRandom(seed: number): Random {
  // In an array, because a number that changes inside a closure costs an allocation each time.
  const state = Uint32Array.of(seed)
  return () => {
    state[0] = (state[0] ?? 0) + 0x6d2b79f5
    let t = state[0]
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
