import assert from 'node:assert/strict'
import { closeSync, existsSync, openSync, readdirSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { fs } from '../../../src/kernel/node.ts'
import { openDatabase } from '../../../src/kernel/storage/open.ts'
import { replaceDatabase } from '../../../src/kernel/storage/sqlite/files.ts'
import { runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', { because: 'PostgreSQL is restored in one transaction' })

const noErrors = (error: unknown) => assert.fail(String(error))

describe('restoring a database', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  let target: string
  let kept: string
  let backup: string
  beforeEach(async () => {
    folder = createTemporaryFolder()
    target = join(folder.path, 'showcaller.sqlite')
    kept = join(folder.path, 'kept.sqlite')
    backup = join(folder.path, 'backup.sqlite')
    await (await openDatabase(folder.path, noErrors)).close()
    mark(target, 'previous')
    const db = await openDatabase(folder.path, noErrors)
    await db.backup(backup)
    await db.close()
    mark(backup, 'restored')
  })
  afterEach(() => {
    mock.restoreAll()
    folder.remove()
  })

  function mark(file: string, word: string): void {
    const db = new DatabaseSync(file)
    db.exec(`CREATE TABLE IF NOT EXISTS mark (word TEXT); DELETE FROM mark; INSERT INTO mark VALUES ('${word}')`)
    db.close()
  }

  function markIn(file: string): unknown {
    const db = new DatabaseSync(file)
    try {
      return db.prepare('SELECT word FROM mark').get()?.word
    } finally {
      db.close()
    }
  }

  it('keeps the previous one, complete and under its new name', async () => {
    await replaceDatabase(target, backup, kept)
    assert.deepEqual([markIn(target), markIn(kept)], ['restored', 'previous'])
  })

  for (const step of ['linkSync', 'renameSync', 'fsyncSync'] as const) {
    it(`that stops at any ${step} leaves one whole database in its place`, async () => {
      const real = fs[step] as (...args: unknown[]) => unknown
      for (let at = 1; ; at++) {
        let calls = 0
        const stopped = mock.method(fs, step, (...args: unknown[]) => {
          if (++calls === at) throw new Error('stopped')
          return real(...args)
        })
        await replaceDatabase(target, backup, kept).catch(() => {})
        stopped.mock.restore()
        assert.ok(existsSync(target), `after ${step} ${at}`)
        assert.ok(['previous', 'restored'].includes(String(markIn(target))))
        fs.rmSync(kept, { force: true })
        if (calls < at) break
      }
    })
  }

  it('replaces a damaged one too, and keeps its files for a repair', async () => {
    truncateSync(target, 3 * 4096)
    await replaceDatabase(target, backup, kept)
    assert.equal(markIn(target), 'restored')
    assert.ok(existsSync(kept))
  })

  it('replaces something that is no database, and its log is not applied to the new one', async () => {
    const handle = openSync(target, 'r+')
    writeSync(handle, Buffer.alloc(4096, 1), 0, 4096, 0)
    closeSync(handle)
    fs.writeFileSync(`${target}-wal`, 'a log')
    await replaceDatabase(target, backup, kept)
    assert.equal(markIn(target), 'restored')
    assert.ok(!readdirSync(folder.path).includes('showcaller.sqlite-wal'))
    assert.ok(existsSync(`${kept}-wal`))
  })
})
