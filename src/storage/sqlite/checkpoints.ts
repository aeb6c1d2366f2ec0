import type { Worker } from 'node:worker_threads'

/** Writes after which the log is folded into the database: a dozen megabytes, at about three pages of 4 KiB each. */
const writesBetween = 1000
/** When the log holds more pages than this, 32 MiB, it has to begin anew. */
const maxLogPages = 8192

export type Checkpoints = ReturnType<typeof createCheckpoints>

/**
 * Folds the log into the database, by a thread of its own so that no request waits for it. While writes keep coming
 * there is always a rest that is not folded yet, and the log would grow without end. So once it is long, writes are
 * held for the moment it takes to fold the rest; the next one finds nothing left and begins the log anew.
 */
export function createCheckpoints(path: string) {
  let writes = 0
  let isFolding = false
  let held: PromiseWithResolvers<void> | undefined
  let thread: Worker | undefined

  function fold(): void {
    if (isFolding) return
    isFolding = true
    // Started late: most of what opens a database never writes enough to need it. One that ends is replaced.
    thread ??= startThread(path).on('message', folded).on('error', ended).on('exit', ended)
    thread.postMessage('fold')
  }

  function folded(logPages: number): void {
    isFolding = false
    const isLong = held === undefined && logPages > maxLogPages
    release()
    if (!isLong) return
    held = Promise.withResolvers()
    fold()
  }

  function ended(): void {
    thread = undefined
    isFolding = false
    release()
  }

  function release(): void {
    held?.resolve()
    held = undefined
  }

  return {
    count(size: number): void {
      writes += size
      if (writes < writesBetween) return
      writes = 0
      fold()
    },

    /** What the next write has to wait for, if anything. */
    hold: (): Promise<void> | undefined => held?.promise,

    async close(): Promise<void> {
      await thread?.terminate()
    },
  }
}

function startThread(path: string): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: { path } })
  thread.unref()
  return thread
}
