import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Folds the write-ahead log into the database away from the main thread. */
const { path } = workerData as { path: string }
const database = new DatabaseSync(path, { timeout: 1000 })
database.exec('PRAGMA synchronous = FULL')

parentPort?.on('message', () => {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // Busy: the next one does it.
  }
})
