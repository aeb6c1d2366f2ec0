import assert from 'node:assert/strict'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { databaseFile } from '../../../src/kernel/storage/open.ts'
import { DamagedDatabase } from '../../../src/kernel/storage/unusable-database.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', {
  because: 'it damages a page of a SQLite file; the codes of PostgreSQL are tested beside its errors',
})
isSlow('it damages a database, and starts servers with it')

const alice = { username: 'alice', platform: 'PlatformA' }

/** Overwrites the root page of a table or index, as a failing disk does. */
function damage(folder: string, name: string): void {
  const file = databaseFile(folder)
  const db = new DatabaseSync(file)
  const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number }
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name) as { rootpage: number }
  db.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (rootpage - 1) * size)
  closeSync(handle)
}

const good = 'showcaller-2026-01-15T03-00-00Z-daily.tar'

describe('a database with one damaged page', () => {
  const folder = createTemporaryFolder()
  let app: TestApp
  before(async () => {
    const first = await createTestApp({ folder: folder.path })
    await first.close({ keepFolder: true })
    mkdirSync(join(folder.path, 'backups'))
    writeFileSync(join(folder.path, 'backups', good), '')
    damage(folder.path, 'commands')
    app = await createTestApp({ folder: folder.path })
  })
  after(() => app.close())

  it('fails only what touches that page, with a failure that says so, and goes on serving the rest', async () => {
    assert.equal((await app.call('list-commands', {}, { status: 502 })).body.code, 'database_damaged')
    assert.equal((await app.call('list-commands', {}, { status: 502 })).body.code, 'database_damaged')
    const { points } = (await app.call('get-points', alice)).body
    await app.call('add-points', { ...alice, amount: 3 })
    assert.equal((await app.call('get-points', alice)).body.points, points + 3)
    assert.equal(
      (await app.call('toggle-command', { command: 'hello' }, { status: 502 })).body.code,
      'database_damaged',
    )
    await app.call('add-points', { ...alice, amount: 3 })
  })

  it('keeps the writes of the same commit apart: the one that touches the page fails alone', async () => {
    const before = (await app.call('get-points', alice)).body.points
    const calls = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? app.call('toggle-command', { command: 'hello' }, { status: 502 })
        : app.call('add-points', { ...alice, amount: 1 }),
    )
    await Promise.all(calls)
    assert.equal((await app.call('get-points', alice)).body.points, before + 8)
  })

  it('is not ready, and the log says once what is wrong and how to restore the newest backup', async () => {
    const ready = await fetch(`${app.url}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(await ready.text(), /^not ready: The database is damaged/)
    const said = app.logLines.filter((line) => line.includes('"problem":"damaged"'))
    assert.equal(said.length, 1)
    assert.match(said[0] ?? '', /npx showcaller restore \S+backups\/showcaller-2026-01-15T03-00-00Z-daily\.tar/)
  })

  it('is reported to the panel, with the newest backup and no path of the machine', async () => {
    const { storage } = await app.ctx.dashboard.read(app.channel)
    assert.deepEqual(storage, { problem: 'damaged', backup: join('backups', good) })
  })
})

it('a start that needs the damaged page is refused with the reason and the newest backup', async () => {
  const folder = createTemporaryFolder()
  const first = await createTestApp({ folder: folder.path })
  await first.close({ keepFolder: true })
  damage(folder.path, 'channels')
  await assert.rejects(createTestApp({ folder: folder.path }), (error: { code?: string }) => {
    // The command line turns it into one line.
    return error instanceof DamagedDatabase || error.code === 'database_damaged'
  })
  folder.remove()
})
