import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Folds the write-ahead log into the database whenever it is told to, and answers how many pages the log holds. */
const { path } = workerData as { path: string }
const database = new DatabaseSync(path, { timeout: 1000 })
database.exec('PRAGMA synchronous = FULL')
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', () => {
  parentPort?.postMessage(fold())
})

function fold(): number {
  try {
    return Number((checkpoint.get() as { log: number }).log)
  } catch {
    // Busy: the next one does it.
    return 0
  }
}
