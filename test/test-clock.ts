import type { Clock } from '../src/kernel/ambient.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** To jump to noon (UTC): for tests about days that let hours pass, which must not cross midnight. */
export function untilNoon(): number {
  return (dayMs + dayMs / 2 - (Date.now() % dayMs)) % dayMs
}

/**
 * The wall clock stands still until a test pushes it, so that what lasts a second cannot be over before a busy machine has
 * looked at it: `advance` lets time pass, `jump` only sets what the wall shows. Timers go on; one that finds that its time
 * has not come waits again. For what a test waits for in real time, `runs` lets it run like the real one.
 */
export function createTestClock({ runs = false } = {}) {
  let passed = 0
  let jumped = 0
  let isHeld = !runs
  let heldAt: number | undefined
  return {
    now() {
      // From its first use on: the files before it in the same process may have taken minutes.
      if (isHeld) heldAt ??= Date.now()
      return (heldAt ?? Date.now()) + passed + jumped
    },
    steady: () => performance.now() + passed,
    advance(ms: number): void {
      passed += ms
    },
    jump(ms: number): void {
      jumped += ms
    },
    hold(): void {
      isHeld = true
      heldAt ??= Date.now()
    },
    release(): void {
      isHeld = false
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
