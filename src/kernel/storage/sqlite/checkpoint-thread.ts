import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Runs a checkpoint of the write-ahead log for every message, and answers with the number of pages in the log. */
const { path } = workerData as { path: string }
const database = new DatabaseSync(path, { timeout: 1000 })
database.exec('PRAGMA synchronous = FULL')
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', () => {
  parentPort?.postMessage(runCheckpoint())
})

function runCheckpoint(): number {
  try {
    return Number((checkpoint.get() as { log: number }).log)
  } catch {
    // Busy: the next checkpoint does it.
    return 0
  }
}
