import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * What a checkpoint of the write-ahead log does: `passive` waits for nobody; `truncate` also cuts off the file of the log,
 * unless somebody reads from it.
 */
export type CheckpointMode = 'passive' | 'truncate'

const { path } = workerData as { path: string }
const database = new DatabaseSync(path)
database.exec('PRAGMA synchronous = FULL')
/** How long each waits for others. Writes are held while the log is cut off, so that must not wait. */
const busyMs: Readonly<Record<CheckpointMode, number>> = { passive: 1000, truncate: 0 }

/** Answers every message with the number of pages in the log. */
parentPort?.on('message', (mode: CheckpointMode) => {
  parentPort?.postMessage(runCheckpoint(mode))
})

function runCheckpoint(mode: CheckpointMode): number {
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs[mode]}`)
    return Number((database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number }).log)
  } catch {
    // Busy: the next checkpoint does it.
    return 0
  }
}
