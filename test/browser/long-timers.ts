export interface LongTimers {
  /** Timers of a second or more that end from now on wait. */
  hold(): void
  /** What waits happens now. */
  release(): void
  remove(): void
}

/**
 * Takes control of the timers of this process or, as a script, of a page, where the control is `longTimers`. What happens
 * while long timers are held needs none of them, however slow the machine is.
 */
export function controlLongTimers(): LongTimers {
  const { setTimeout: begin, clearTimeout: end } = globalThis
  const waiting = new Map<unknown, () => void>()
  let isHeld = false
  const replaced = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (ms < 1000) return begin(run, ms, ...given)
    const timer: unknown = begin(() => {
      const go = () => run(...given)
      if (isHeld) waiting.set(timer, go)
      else go()
    }, ms)
    return timer
  }
  const control: LongTimers = {
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const go of waiting.values()) go()
      waiting.clear()
    },
    remove() {
      this.release()
      Object.assign(globalThis, { setTimeout: begin, clearTimeout: end })
    },
  }
  Object.assign(globalThis, {
    setTimeout: Object.assign(replaced, begin),
    clearTimeout(timer: unknown) {
      waiting.delete(timer)
      end(timer as undefined)
    },
    longTimers: control,
  })
  return control
}
