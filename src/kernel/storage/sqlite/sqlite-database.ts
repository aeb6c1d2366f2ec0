import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fs } from '../../node.ts'
import { Failure, type FailureCode } from '../../operation/contract/failures.ts'
import type { StorageProblem } from '../contract/storage-problems.ts'
import type { Database, OpenOptions } from '../database.ts'
import { removeDatabase } from '../durable-files.ts'
import { createStorageHealth } from '../health.ts'
import { assertOpenable, migrate, readVersion } from '../migrate.ts'
import { newestVersion } from '../migrations/versions.ts'
import { asUnusable, LostDatabase } from '../unusable-database.ts'
import { createCheckpoints } from './checkpoints.ts'
import { type Connection, openConnection } from './connection.ts'
import { copySqlite } from './copy.ts'
import { asFailure } from './errors.ts'
import { watchFiles } from './file-watch.ts'
import { createGroupCommit } from './group-commit.ts'
import { createReaderThreadClient } from './reader-thread-client.ts'
import { createSnapshotReader } from './snapshot-reader.ts'

export async function openSqlite(
  path: string,
  onEffectError: (error: unknown) => void,
  { onBatch, onProblem, mustExist = false, beforeMigration }: OpenOptions = {},
): Promise<Database> {
  const health = createStorageHealth(onProblem)
  const onFailure = (failure: unknown) => {
    const problem = failure instanceof Failure ? problemOf[failure.code] : undefined
    if (problem !== undefined) health.report(problem, (failure as Failure).cause)
  }
  const writer = await openWriter(path, { mustExist, beforeMigration, onFailure })
  const second = openConnection(path, { readOnly: true, onFailure })
  const reader = createSnapshotReader(writer, second)
  const checkpoints = createCheckpoints(path)
  const readerThread = createReaderThreadClient(path, onFailure)
  const files = watchFiles(path, health, checkpoints.runs)
  const groups = createGroupCommit(writer, {
    hold: checkpoints.hold,
    assertWritable: files.assertWritable,
    assertCommitted: files.assertCommitted,
    beforeBatch: reader.beforeTransaction,
    afterBatch: reader.afterTransaction,
    onBatch(size) {
      files.noteCommit()
      checkpoints.count(size)
      onBatch?.(size)
    },
    onEffectError,
  })

  return {
    get: reader.get,
    all: reader.all,
    write: groups.write,
    readerThread: readerThread.ask,
    // A file has the clock of its machine.
    now: async () => Date.now(),
    problem: health.problem,
    backup: (to, options) => copySqlite(path, to, options, onFailure),
    async close() {
      await groups.close()
      files.close()
      await readerThread.close()
      await checkpoints.close()
      reader.beforeTransaction()
      // The last connection that closes runs a checkpoint. A read-only one cannot, and the file of somebody else must
      // not be written to.
      const inOrder = health.has('replaced') ? [writer, second] : [second, writer]
      if (!health.has('replaced')) checkpointAtEnd(writer)
      for (const connection of inOrder) connection.close()
    },
  }
}

const problemOf: Partial<Record<FailureCode, StorageProblem>> = { disk_full: 'full', database_damaged: 'damaged' }

/** Of a file that did not exist before, nothing is left when it cannot be set up. */
async function openWriter(
  path: string,
  {
    mustExist,
    beforeMigration,
    onFailure,
  }: {
    mustExist: boolean
    beforeMigration: OpenOptions['beforeMigration'] | undefined
    onFailure: (failure: unknown) => void
  },
): Promise<Connection> {
  const isNew = !fs.existsSync(path)
  let writer: Connection | undefined
  try {
    if (!isNew) rollBackJournal(path)
    if (!isNew && assertOpenable(path) === undefined && mustExist) throw new LostDatabase(dirname(path), 'empty')
    writer = openConnection(path, { onFailure })
    const found = readVersion(writer.raw)
    // Without a channel, the first start was stopped before it was complete: there is nothing to back up.
    if (found !== undefined && found.version < newestVersion && hasChannel(writer)) await beforeMigration?.()
    await migrate(writer.raw)
    writer.raw.exec('PRAGMA wal_autocheckpoint = 0')
    return writer
  } catch (error) {
    writer?.close()
    if (isNew) removeDatabase(path)
    throw asUnusable(asFailure(error, path), path)
  }
}

/**
 * A process that is killed while it creates the file leaves a journal behind, by which whoever opens the file takes back
 * what was half done. A connection that only reads cannot.
 */
function rollBackJournal(path: string): void {
  if (!fs.existsSync(`${path}-journal`)) return
  const raw = new DatabaseSync(path, { timeout: 5000 })
  try {
    raw.exec('PRAGMA schema_version')
  } finally {
    raw.close()
  }
}

function hasChannel({ raw }: Connection): boolean {
  return raw.prepare('SELECT 1 FROM channels LIMIT 1').get() !== undefined
}

/** The write-ahead log is applied at the next start when there is no space for it now. */
function checkpointAtEnd(writer: Connection): void {
  try {
    writer.raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    writer.asFailure(error)
  }
}
