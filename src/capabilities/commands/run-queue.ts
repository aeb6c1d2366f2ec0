export type RunQueue = ReturnType<typeof createRunQueue>

/** Starts runs of commands, so many at once; further ones wait, and those beyond both limits are dropped. */
export function createRunQueue({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()

  function start(work: () => Promise<void>): void {
    const run = work().finally(() => {
      running.delete(run)
      const next = waiting.shift()
      if (next !== undefined) start(next)
    })
    running.add(run)
  }

  return {
    /** Does not wait for the run, which must handle its own errors. Returns false if it was dropped. */
    add(work: () => Promise<void>): boolean {
      if (running.size < maxRunning) start(work)
      else if (waiting.length < maxWaiting) waiting.push(work)
      else return false
      return true
    },

    /** Resolves when nothing runs or waits. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
