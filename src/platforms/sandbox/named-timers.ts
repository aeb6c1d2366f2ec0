/** Timers by a name, which do not keep the process alive. */
export function createNamedTimers() {
  const timers = new Map<string, NodeJS.Timeout>()

  return {
    has: (name: string): boolean => timers.has(name),

    start(name: string, waitMs: number, work: () => void): void {
      const timer = setTimeout(
        () => {
          timers.delete(name)
          work()
        },
        Math.max(0, waitMs),
      )
      timer.unref()
      timers.set(name, timer)
    },

    stop(name: string): void {
      clearTimeout(timers.get(name))
      timers.delete(name)
    },

    stopAll(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
