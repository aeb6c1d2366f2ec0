import type { Worker } from 'node:worker_threads'
import { fs } from '../../node.ts'
import type { CheckpointMode } from './checkpoint-thread.ts'

/** Writes between two checkpoints: a dozen megabytes, at about three pages of 4 KiB each. */
const writesBetween = 1000
/** Writes that may come while a checkpoint runs. On a busy machine its thread may start late, and the log would grow. */
const maxWritesMeanwhile = 3 * writesBetween
/** When the write-ahead log has more pages than this, 32 MiB, it must be restarted. */
const maxLogPages = 8192
/** The file of the log keeps the size of the largest burst of writes. Above this size it is cut off in a quiet moment. */
const defaultMaxIdleBytes = 64 * 1024 * 1024
/** How long nothing has been written in a quiet moment. */
const defaultIdleMs = 5_000

export type Checkpoints = ReturnType<typeof createCheckpoints>

/**
 * Checkpoints of the write-ahead log, in a thread so that no request waits for them. Under continuous writes a checkpoint
 * never catches up, and the log would grow without end. So once it is long, writes are held for the moment a complete
 * checkpoint takes; the next write then starts the log from its beginning (https://www.sqlite.org/wal.html#ckpt).
 */
export function createCheckpoints(
  path: string,
  { maxIdleBytes = defaultMaxIdleBytes, idleMs = defaultIdleMs }: { maxIdleBytes?: number; idleMs?: number } = {},
) {
  let writes = 0
  let runs = 0
  let isRunning = false
  /** Whether the one that runs began while writes were held, so that it empties the log. */
  let isComplete = false
  let held: PromiseWithResolvers<void> | undefined
  let thread: Worker | undefined
  let hasWritten = false
  let quiet: NodeJS.Timeout | undefined

  function checkpoint(mode: CheckpointMode = 'passive'): void {
    if (isRunning) return
    isRunning = true
    isComplete = held !== undefined
    writes = 0
    // Started late: most processes that open a database never write enough to need it. A thread that ended is replaced.
    thread ??= startThread(path).on('message', finished).on('error', ended).on('exit', ended)
    thread.postMessage(mode)
  }

  function finished(logPages: number): void {
    isRunning = false
    runs++
    writes %= writesBetween
    if (isComplete || (held === undefined && logPages <= maxLogPages)) {
      release()
      return
    }
    held ??= Promise.withResolvers()
    checkpoint()
  }

  function ended(): void {
    thread = undefined
    runs++
    isRunning = false
    release()
  }

  function release(): void {
    held?.resolve()
    held = undefined
  }

  function waitForQuiet(): void {
    quiet ??= setTimeout(onQuiet, idleMs).unref()
  }

  function onQuiet(): void {
    quiet = undefined
    if (!hasWritten && !isLogLarge()) return
    // Again after a while: something was written, or somebody reads from the log, such as a backup.
    waitForQuiet()
    if (!hasWritten && !isRunning) {
      held ??= Promise.withResolvers()
      checkpoint('truncate')
    }
    hasWritten = false
  }

  function isLogLarge(): boolean {
    return (fs.statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > maxIdleBytes
  }

  return {
    count(size: number): void {
      writes += size
      hasWritten = true
      waitForQuiet()
      if (isRunning && writes >= maxWritesMeanwhile) held ??= Promise.withResolvers()
      if (!isRunning && writes >= writesBetween) checkpoint()
    },

    /** How many have ended; undefined while one runs. Only they write to the database file. */
    runs: (): number | undefined => (isRunning ? undefined : runs),

    /** A promise the next write must wait for, if any. */
    hold: (): Promise<void> | undefined => held?.promise,

    async close(): Promise<void> {
      clearTimeout(quiet)
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
