/** Long enough for any machine, however busy; a test that has to wait so long has failed. */
const patienceMs = 120_000
/** The real ones, also for a test in which time passes when it says so. */
const { setTimeout, clearTimeout, setImmediate } = globalThis

/** The pauses between two looks grow, so that a slow machine asks no server more often than its limits allow. */
const firstPauseMs = 5
const usualPauseMs = 250
const growth = 1.15

/** Waits for what happens a moment after an answer; fails with `what` when it does not. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = patienceMs,
  longestPauseMs = usualPauseMs,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; !(await isSo()); pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** The outcome of `work`; fails with `what` when there is none, so that no test waits for ever. */
export async function within<T>(what: string, work: Promise<T>, timeoutMs = patienceMs): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Lets everything happen that is under way in this process and needs no timer. Counts turns of the event loop. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
