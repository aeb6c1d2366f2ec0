import { backup } from 'node:sqlite'
import { fs } from '../../node.ts'
import type { BackupOptions } from '../database.ts'
import { removeDatabase, syncFile } from '../durable-files.ts'
import { openConnection } from './connection.ts'

/** Pages of 4 KiB in one step of the copy, between which others can run. */
const pagesAtOnce = 1000

/**
 * Copies a database while it is in use. The copy gets its name when it is complete and synced, so that a full disk, a
 * crash or an interruption leaves no partial backup.
 */
export async function copySqlite(
  path: string,
  to: string,
  { onProgress, signal }: BackupOptions = {},
  onFailure: (failure: unknown) => void = () => {},
): Promise<void> {
  // A connection of its own: a copy takes many turns of the event loop.
  const source = openConnection(path, { readOnly: true, onFailure })
  const draft = `${to}.part`
  try {
    // The whole copy reads one snapshot. Without a transaction, SQLite would begin again after every write.
    source.raw.exec('BEGIN')
    source.raw.prepare('SELECT count(*) FROM sqlite_master').get()
    await backup(source.raw, draft, {
      rate: pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted()
        onProgress?.(totalPages === 0 ? 1 : 1 - remainingPages / totalPages)
      },
    })
    signal?.throwIfAborted()
    syncFile(draft)
    fs.renameSync(draft, to)
  } catch (error) {
    removeDatabase(draft)
    throw signal?.aborted ? error : source.asFailure(error)
  } finally {
    source.close()
  }
}
