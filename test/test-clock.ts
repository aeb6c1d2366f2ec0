import type { Clock } from '../src/ambient.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * Runs like the real one until a test pushes it: `advance` lets time pass, `jump` only sets what the wall shows. After
 * `hold` the wall stands still unless a test pushes it: what lasts a second cannot be over before a busy machine has
 * looked at it. Timers go on; one that finds that its time has not come waits again.
 */
export function createTestClock() {
  let passed = 0
  let jumped = 0
  let heldAt: number | undefined
  return {
    now: () => (heldAt ?? Date.now()) + passed + jumped,
    steady: () => performance.now() + passed,
    advance(ms: number): void {
      passed += ms
    },
    jump(ms: number): void {
      jumped += ms
    },
    hold(): void {
      heldAt ??= Date.now()
    },
    release(): void {
      heldAt = undefined
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
