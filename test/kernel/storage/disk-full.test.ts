import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, before, describe, it } from 'node:test'
import { type Config, readConfig } from '../../../src/app/config/config.ts'
import { ConfigError } from '../../../src/app/config/config-values.ts'
import { createApp } from '../../../src/app.ts'
import { controls } from '../../../src/cli/controls.ts'
import { restore } from '../../../src/cli/restore.ts'
import { asConfigError, lockDataFolder } from '../../../src/cli/with-app.ts'
import { migrate, readVersion } from '../../../src/kernel/storage/migrate.ts'
import { migrations } from '../../../src/kernel/storage/migrations/list.ts'
import { newestVersion } from '../../../src/kernel/storage/migrations/versions.ts'
import { databaseFile } from '../../../src/kernel/storage/open.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { signInAsOwner } from '../../panel/panel-client.ts'
import { mountSmallDisk, noSmallDisk, type SmallDisk } from '../../small-disk.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { wavOf } from '../../uploads/files.ts'
import { sendFile } from '../../uploads/upload-client.ts'

runsOn('sqlite', {
  because: 'it fills the disk of a SQLite file; the codes of PostgreSQL are tested beside its errors',
})
isSlow('it fills a disk')

const alice = { username: 'alice', platform: 'PlatformA' }

function configFor(dataFolder: string): Promise<Config> {
  return readConfig({ SHOWCALLER_DATA: dataFolder, PORT: '0', SHOWCALLER_LOG: 'silent' }, tmpdir())
}

describe('on a full disk', { skip: noSmallDisk }, () => {
  let disk: SmallDisk
  let app: TestApp
  const outside = createTemporaryFolder()
  const good = join(outside.path, 'good.sqlite')
  before(async () => {
    disk = mountSmallDisk(8)
    app = await createTestApp({ folder: join(disk.path, 'data') })
    await app.call('set-points', { ...alice, amount: 100 })
    await controls.backup(app.app, { path: good })
  })
  afterEach(() => disk.free())
  after(async () => {
    await app.close({ keepFolder: true })
    disk.unmount()
    outside.remove()
  })

  /** Writes until one is refused, and returns the sum of the acknowledged ones. */
  async function writeUntilRefused(): Promise<{ added: number; code: string }> {
    for (let added = 0; ; added++) {
      const { status, body } = await app.call('add-points', { ...alice, amount: 1 }, { status: 'any' })
      if (status !== 200) return { added, code: body.code }
    }
  }

  const readiness = async () => (await fetch(`${app.url}/readyz`)).status

  it('a write is refused as disk_full, reads go on, and it ends by itself when there is space', async () => {
    disk.fill()
    const { added, code } = await writeUntilRefused()
    assert.equal(code, 'disk_full')
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => app.call('add-points', { ...alice, amount: 1 }, { status: 502 })),
    )
    assert.deepEqual([...new Set(refused.map(({ body }) => body.code))], ['disk_full'])
    assert.equal(refused[0]?.headers.get('retry-after'), '30')
    assert.equal((await app.call('get-points', alice)).body.points, 100 + added)
    assert.equal(await readiness(), 503)
    assert.equal((await app.ctx.dashboard.read(app.channel)).storage?.problem, 'full')
    assert.equal(app.logLines.filter((line) => line.includes('The disk is full')).length, 1)

    disk.free()
    await app.call('add-points', { ...alice, amount: 1 })
    assert.equal((await app.call('get-points', alice)).body.points, 101 + added, 'nothing lost, nothing twice')
    assert.equal((await app.ctx.dashboard.read(app.channel)).storage, null)
  })

  it('the server is not ready, also before the first write is refused, and again when there is space', async () => {
    await eventually('the server to be ready', async () => (await readiness()) === 200)
    disk.fill()
    await eventually('the full disk to be noticed', async () => (await readiness()) === 503)
    disk.free()
    await eventually('the space to be noticed', async () => (await readiness()) === 200)
  })

  it('an upload is refused as disk_full and leaves no part of a file', async () => {
    const owner = await signInAsOwner(app)
    const file = { kind: 'sound', name: 'a.wav', bytes: wavOf(1) }
    disk.fill()
    const { status, body } = await sendFile(app, owner, file, { status: 'any' })
    const left = existsSync(join(app.folder, 'uploads')) ? readdirSync(join(app.folder, 'uploads')) : []
    disk.free()
    assert.deepEqual([status, body.code, left], [502, 'disk_full', []])
    assert.equal((await sendFile(app, owner, file)).status, 200)
  })

  it('a backup says so and leaves no half file', async () => {
    const path = join(disk.path, 'copy.sqlite')
    disk.fill(64 * 1024)
    await assert.rejects(controls.backup(app.app, { path }), { code: 'disk_full' })
    const left = readdirSync(disk.path).filter((name) => name.startsWith('copy'))
    disk.free()
    assert.deepEqual(left, [])
    await controls.backup(app.app, { path })
    rmSync(path)
  })

  it('a restore says so and leaves the previous database in place', async () => {
    const folder = join(disk.path, 'restored')
    mkdirSync(folder)
    copyFileSync(good, databaseFile(folder))
    const config = await configFor(folder)
    disk.fill(64 * 1024)
    await assert.rejects(restore(config, good), (error) => error instanceof ConfigError && isOneFullLine(error))
    const left = readdirSync(folder).filter((name) => name !== 'lock')
    disk.free()
    assert.deepEqual(left, ['showcaller.sqlite'])
    assert.equal(await restore(config, good), 0)
    rmSync(folder, { recursive: true })
  })

  it('a first start is one line, leaves no database, and works when there is space', async () => {
    const config = await configFor(join(disk.path, 'first'))
    for (const space of [0, 40 * 1024, 400 * 1024]) {
      disk.fill(space)
      const error = await startError(config)
      const left = existsSync(config.dataFolder) ? readdirSync(config.dataFolder).filter((name) => name !== 'lock') : []
      disk.free()
      assert.ok(isOneFullLine(error), `${space}: ${error}`)
      if (space < 100_000) assert.deepEqual(left, [], `with ${space} bytes free`)
    }
    assert.equal(await startError(config), undefined)
    rmSync(config.dataFolder, { recursive: true })
  })

  it('a migration fails with its own cause and changes nothing', async () => {
    const path = join(disk.path, 'migrating.sqlite')
    const raw = new DatabaseSync(path)
    const statements = ['CREATE TABLE large (id BIGINT NOT NULL PRIMARY KEY, text TEXT)', fillTable]
    disk.fill(2 * 1024 * 1024)
    await assert.rejects(
      migrate(raw, [...migrations, { version: newestVersion + 1, name: 'large', statements }]),
      /migration large failed, and the database is as it was before: database or disk is full/,
    )
    disk.free()
    assert.equal(readVersion(raw)?.version, newestVersion)
    assert.equal(raw.prepare("SELECT 1 FROM sqlite_master WHERE name = 'large'").get(), undefined)
    raw.close()
  })
})

const fillTable = `INSERT INTO large (id, text)
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
  SELECT n, printf('%1000d', n) FROM numbers`

function isOneFullLine(error: unknown): boolean {
  return error instanceof Error && /^[^\n]*\bdisk\b[^\n]* is full[^\n]*\.$/.test(error.message)
}

/** Why a start on this folder fails, as the command line says it. */
async function startError(config: Config): Promise<unknown> {
  try {
    const lock = lockDataFolder(config)
    try {
      await (await createApp(config)).close()
    } finally {
      lock.release()
    }
    return undefined
  } catch (error) {
    return asConfigError(config, error)
  }
}
