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
