import type { Clock } from '../src/ambient.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Runs like the real one until a test pushes it: `advance` lets time pass, `jump` only sets what the wall shows. */
export function createTestClock() {
  let passed = 0
  let jumped = 0
  return {
    now: () => Date.now() + passed + jumped,
    steady: () => performance.now() + passed,
    advance(ms: number): void {
      passed += ms
    },
    jump(ms: number): void {
      jumped += ms
    },
  } satisfies Clock & Record<string, unknown>
}

export type TestClock = ReturnType<typeof createTestClock>

/** Stands still until it is advanced, with a wall clock that can be set. */
export function createStillClock() {
  let steady = 1_000_000
  let wall = 1_700_000_000_000
  return {
    now: () => wall,
    steady: () => steady,
    pass(ms: number): void {
      steady += ms
      wall += ms
    },
    setWall(ms: number): void {
      wall = ms
    },
  } satisfies Clock & Record<string, unknown>
}
