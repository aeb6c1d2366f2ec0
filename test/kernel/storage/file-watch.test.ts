import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { createStorageHealth, type StorageHealth } from '../../../src/kernel/storage/health.ts'
import { type Connection, openConnection } from '../../../src/kernel/storage/sqlite/connection.ts'
import { type FileWatch, watchFiles } from '../../../src/kernel/storage/sqlite/file-watch.ts'
import { runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', { because: 'it is about the files of SQLite' })

describe('the database file', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  let file: string
  let connection: Connection
  let health: StorageHealth
  let watch: FileWatch
  let checkpoints: number | undefined
  let time = Date.now()
  beforeEach(() => {
    folder = createTemporaryFolder()
    file = join(folder.path, 'test.sqlite')
    connection = openConnection(file)
    connection.raw.exec(
      'CREATE TABLE channels (id INTEGER PRIMARY KEY, last_event INTEGER); INSERT INTO channels VALUES (1, 5)',
    )
    connection.raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    health = createStorageHealth()
    checkpoints = 1
    watch = watchFiles(file, health, () => checkpoints)
    watch.check()
  })
  afterEach(() => {
    watch.close()
    connection.close()
    folder.remove()
  })

  /** File systems count in milliseconds, and a test may be faster. */
  function changeTime(): void {
    time += 5000
    utimesSync(file, time / 1000, time / 1000)
  }

  /** A copy with an older state, whatever the name says. */
  function copyWithOlderState(): string {
    const copy = join(folder.path, 'copy.sqlite')
    const older = openConnection(copy)
    older.raw.exec(
      'CREATE TABLE channels (id INTEGER PRIMARY KEY, last_event INTEGER); INSERT INTO channels VALUES (1, 4)',
    )
    older.close()
    return copy
  }

  it('that is deleted is noticed within a second', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const own = watchFiles(file, health, () => checkpoints)
    rmSync(file)
    t.mock.timers.tick(1000)
    own.close()
    assert.equal(health.problem(), 'gone')
  })

  it('may be read, and its time changed, as backup programs do', () => {
    changeTime()
    watch.check()
    assert.equal(health.problem(), undefined)
    watch.assertWritable()
  })

  it('is changed by our own checkpoints', () => {
    connection.raw.exec('UPDATE channels SET last_event = 6; PRAGMA wal_checkpoint(TRUNCATE)')
    changeTime()
    checkpoints = undefined
    watch.check()
    checkpoints = 2
    watch.check()
    changeTime()
    watch.check()
    assert.equal(health.problem(), undefined)
  })

  it('that was overwritten in place by a copy is not written to any more', () => {
    copyFileSync(copyWithOlderState(), file)
    changeTime()
    watch.check()
    assert.equal(health.problem(), 'replaced')
    assert.throws(() => watch.assertWritable(), { code: 'database_unavailable' })
    assert.ok(!existsSync(`${file}-wal`), 'the log of the previous file is not left to be applied to the copy')
    assert.ok(readdirSync(folder.path).some((name) => name.startsWith('test.sqlite-wal.replaced-')))
  })

  it('that was overwritten with something else is not written to any more', () => {
    writeFileSync(file, Buffer.alloc(1024 * 1024, 7))
    changeTime()
    watch.check()
    assert.equal(health.problem(), 'replaced')
  })
})
