import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { createBackups } from '../../src/capabilities/backups/backups.ts'
import { restore } from '../../src/cli/restore.ts'
import { backupName, newestBackup } from '../../src/kernel/storage/backups.ts'
import { copySqlite } from '../../src/kernel/storage/sqlite/copy.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { createStillClock, dayMs, hourMs } from '../test-clock.ts'
import { wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

runsOn('sqlite', { because: 'PostgreSQL is backed up by its operator; test/backups/panel.test.ts checks that' })
isSlow('it writes, encrypts and checks whole archives')

describe('automatic backups', () => {
  const folder = createTemporaryFolder()
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(async () => {
    await app.close()
    folder.remove()
  })

  function openBackups(name: string, more: { passphrase?: string; freeBytes?: number } = {}) {
    const clock = createStillClock()
    const place = join(folder.path, name)
    const { freeBytes, passphrase } = more
    const backups = createBackups({
      db: app.ctx.db,
      clock,
      log: app.ctx.log,
      dataFolder: app.folder,
      folder: place,
      passphrase,
      isPostgres: false,
      ...(freeBytes === undefined ? {} : { freeBytes: async () => freeBytes }),
    })
    return { backups, clock, place }
  }

  it('are made once a day, and the newest seven are kept', async () => {
    const { backups, clock, place } = openBackups('daily')
    mkdirSync(place)
    for (let day = 1; day <= 8; day++) {
      const at = clock.now() - day * dayMs
      writeFileSync(join(place, backupName('daily', at, false)), 'an older one')
    }
    writeFileSync(join(place, 'my-own-copy.tar'), 'of somebody else')
    assert.equal(await backups.runDue(), 1)
    assert.equal(await backups.runDue(), 0, 'not again on the same day')
    clock.pass(hourMs)
    assert.equal(await backups.runDue(), 0)
    assert.equal(backups.list().length, 7)
    assert.equal(newestBackup(place), backups.list()[0]?.path)
    assert.ok(readdirSync(place).includes('my-own-copy.tar'), 'other files are left alone')
    clock.pass(dayMs)
    assert.equal(await backups.runDue(), 1)
    assert.equal(backups.list().length, 7)
  })

  it('are found in the folder `backups` of the data folder, too', () => {
    const place = join(folder.path, 'data', 'backups')
    mkdirSync(place, { recursive: true })
    assert.equal(newestBackup(join(folder.path, 'data')), undefined)
    const name = backupName('migration', Date.UTC(2026, 0, 2, 3, 4, 5), true)
    assert.equal(name, 'showcaller-2026-01-02T03-04-05Z-migration.tar.enc')
    writeFileSync(join(place, name), '')
    assert.equal(newestBackup(join(folder.path, 'data')), join(place, name))
  })

  it('contain the uploads, restore, and need the passphrase where one is set', async () => {
    const owner = await signInAsOwner(app)
    await sendFile(app, owner, { kind: 'sound', name: 'a.wav', bytes: wavOf(1) })
    const passphrase = 'a passphrase of twelve'
    const { backups, place } = openBackups('sealed', { passphrase })
    assert.equal(await backups.runDue(), 1, JSON.stringify(backups.failure()))
    const path = newestBackup(place) ?? ''
    assert.match(path, /\.tar\.enc$/)
    assert.equal(statSync(path).mode & 0o077, 0, 'only its user may read it')
    const target = join(folder.path, 'restored')
    const config = { ...app.app.config, dataFolder: target }
    await assert.rejects(restore(config, path), /a passphrase is needed/)
    const wrong = { folder: undefined, passphrase: 'another one of twelve' }
    await assert.rejects(restore({ ...config, backups: wrong }, path), /the passphrase is wrong/)
    assert.equal(await restore({ ...config, backups: { ...wrong, passphrase } }, path), 0)
    const restored = await createTestApp({ folder: target })
    try {
      const { uploads } = (await (await signInAsOwner(restored)).call('list-uploads')).body
      assert.equal(uploads.length, 1)
    } finally {
      await restored.close()
    }
  })

  it('say in words that the disk is full, and leave no part of a file', async () => {
    const { backups, place } = openBackups('full', { freeBytes: 1024 })
    assert.equal(await backups.runDue(), 0)
    assert.match(
      String(backups.failure()?.message),
      /^The backup failed: the disk of .* is full: a backup needs \d+ MiB/,
    )
    assert.deepEqual(readdirSync(place), [])
  })

  it('leave nothing when the copy breaks off, and remove what a killed process left', async () => {
    const { backups, place } = openBackups('broken')
    mkdirSync(join(place, 'incoming-killed'), { recursive: true })
    writeFileSync(join(place, 'incoming-killed', 'archive'), 'half a file')
    const { db } = app.ctx
    const { backup } = db
    db.backup = async (path) => {
      writeFileSync(path, 'half a database')
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    }
    try {
      assert.equal(await backups.runDue(), 0)
    } finally {
      db.backup = backup
    }
    assert.match(String(backups.failure()?.message), /^The backup failed: the disk of .* is full\.$/)
    assert.deepEqual(readdirSync(place), [])
    assert.equal(await backups.runDue(), 1, 'the next run succeeds')
    assert.equal(backups.failure(), undefined)
  })

  it('do not keep a copy that cannot be opened', async () => {
    const { backups, place } = openBackups('unreadable')
    const { db } = app.ctx
    const { backup } = db
    db.backup = async (path) => writeFileSync(path, 'this is not a database at all')
    try {
      assert.equal(await backups.runDue(), 0)
    } finally {
      db.backup = backup
    }
    assert.match(String(backups.failure()?.message), /the finished backup cannot be read: file is not a database/)
    assert.deepEqual(readdirSync(place), [])
  })

  it('stop when the server stops, and leave nothing', async () => {
    const { backups, place } = openBackups('stopped')
    const { db } = app.ctx
    const { backup } = db
    const began = Promise.withResolvers<void>()
    db.backup = (path, options) => {
      writeFileSync(path, 'half a database')
      began.resolve()
      return new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    try {
      const due = backups.runDue()
      await began.promise
      assert.equal(backups.running()?.phase, 'copying')
      await backups.close()
      await due
    } finally {
      db.backup = backup
    }
    assert.deepEqual(readdirSync(place), [])
    assert.equal(backups.failure(), undefined, 'a stop is no failure')
  })

  it('do not begin again because of writes that happen during the copy', async () => {
    const [path, copy] = [join(folder.path, 'written.sqlite'), join(folder.path, 'written-copy.sqlite')]
    const writer = new DatabaseSync(path)
    writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO lines (text) SELECT printf('%.4000c', 'x') FROM n`)
    const shares: number[] = []
    await copySqlite(path, copy, {
      onProgress(share) {
        shares.push(share)
        assert.ok(shares.length < 100, 'the copy began again and again')
        writer.exec(`INSERT INTO lines (text) VALUES ('written during the copy')`)
      },
    })
    writer.close()
    assert.ok(shares.length >= 2, 'it is copied in parts')
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
      'the progress only grows',
    )
    const read = new DatabaseSync(copy)
    assert.equal(read.prepare('SELECT count(*) AS total FROM lines').get()?.total, 4000, 'one snapshot')
    read.close()
  })

  it('can be stopped in the middle of the copy', async () => {
    const [path, copy] = [join(folder.path, 'written.sqlite'), join(folder.path, 'stopped-copy.sqlite')]
    const stop = new AbortController()
    const copying = copySqlite(path, copy, { signal: stop.signal, onProgress: () => stop.abort() })
    await assert.rejects(copying, { name: 'AbortError' })
    assert.equal(existsSync(copy), false)
  })
})
