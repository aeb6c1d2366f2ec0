import { backup } from 'node:sqlite'
import { fs } from '../../node-fs.ts'
import type { BackupOptions } from '../database.ts'
import { openConnection } from './connection.ts'

/** Pages of 4 KiB in one step of the copy, between which others can run. */
const pagesAtOnce = 1000

/** Copies a database while it is in use. An interrupted copy leaves no file. */
export async function copySqlite(path: string, to: string, { onProgress, signal }: BackupOptions = {}): Promise<void> {
  // A connection of its own: a copy takes many turns of the event loop.
  const source = openConnection(path, { readOnly: true })
  try {
    // The whole copy reads one snapshot. Without a transaction, SQLite would begin again after every write.
    source.raw.exec('BEGIN')
    source.raw.prepare('SELECT count(*) FROM sqlite_master').get()
    await backup(source.raw, to, {
      rate: pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted()
        onProgress?.(totalPages === 0 ? 1 : 1 - remainingPages / totalPages)
      },
    })
    signal?.throwIfAborted()
  } catch (error) {
    for (const part of ['', '-journal', '-wal', '-shm']) fs.rmSync(to + part, { force: true })
    throw error
  } finally {
    source.close()
  }
}
