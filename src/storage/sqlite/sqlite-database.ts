import { fs } from '../../node-fs.ts'
import type { Database } from '../database.ts'
import { assertOpenable, migrate, readVersion } from '../migrate.ts'
import { newestVersion } from '../migrations/versions.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openConnection } from './connection.ts'
import { copySqlite } from './copy.ts'
import { createGroupCommit } from './group-commit.ts'
import { createReaderThreadClient } from './reader-thread-client.ts'
import { createSnapshotReader } from './snapshot-reader.ts'

export async function openSqlite(
  path: string,
  onEffectError: (error: unknown) => void,
  onBatch?: (size: number) => void,
  beforeMigration?: () => Promise<void>,
): Promise<Database> {
  if (fs.existsSync(path)) assertOpenable(path)
  const writer = openConnection(path)
  try {
    const found = readVersion(writer.raw)
    if (found !== undefined && found.version < newestVersion) await beforeMigration?.()
    await migrate(writer.raw)
  } catch (error) {
    writer.close()
    throw error
  }
  writer.raw.exec('PRAGMA wal_autocheckpoint = 0')
  const second = openConnection(path, { readOnly: true })
  const reader = createSnapshotReader(writer, second)
  const checkpoints = createCheckpoints(path)
  const readerThread = createReaderThreadClient(path)
  const groups = createGroupCommit(writer, {
    hold: checkpoints.hold,
    beforeBatch: reader.beforeTransaction,
    afterBatch: reader.afterTransaction,
    onBatch(size) {
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
    backup: (to, options) => copySqlite(path, to, options),
    async close() {
      await groups.close()
      await readerThread.close()
      await checkpoints.close()
      reader.beforeTransaction()
      second.close()
      writer.raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}
