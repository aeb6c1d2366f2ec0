import { backup } from 'node:sqlite'
import { fs } from '../../node-fs.ts'
import type { Database } from '../database.ts'
import { assertOpenable, migrate } from '../migrate.ts'
import { createAside } from './aside.ts'
import { createCheckpoints } from './checkpoints.ts'
import { openConnection } from './connection.ts'
import { createGroupCommit } from './group-commit.ts'
import { createSnapshotReader } from './snapshot-reader.ts'

export async function openSqlite(
  path: string,
  onEffectError: (error: unknown) => void,
  onBatch?: (size: number) => void,
): Promise<Database> {
  if (fs.existsSync(path)) assertOpenable(path)
  const writer = openConnection(path)
  try {
    await migrate(writer.raw)
  } catch (error) {
    writer.close()
    throw error
  }
  writer.raw.exec('PRAGMA wal_autocheckpoint = 0')
  const aside = openConnection(path, { readOnly: true })
  const reader = createSnapshotReader(writer, aside)
  const checkpoints = createCheckpoints(path)
  const readerThread = createAside(path)
  const groups = createGroupCommit(writer, {
    hold: checkpoints.hold,
    beforeBatch: reader.stepAside,
    afterBatch: reader.stepBack,
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
    aside: readerThread.ask,
    async backup(to) {
      // Its own connection: a copy takes many turns, and all of them must see the same.
      const source = openConnection(path, { readOnly: true })
      try {
        await backup(source.raw, to)
      } finally {
        source.close()
      }
    },
    async close() {
      await groups.close()
      await readerThread.close()
      await checkpoints.close()
      reader.stepAside()
      aside.close()
      writer.raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}
