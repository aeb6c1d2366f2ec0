import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { databaseFile } from '../../../src/kernel/storage/open.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { signInAsOwner } from '../../panel/panel-client.ts'
import { createTestClock, minuteMs, type TestClock } from '../../test-clock.ts'

runsOn('sqlite', { because: 'PostgreSQL looks after its own files' })

const alice = { username: 'alice', platform: 'PlatformA' }
const gift = { ...alice, amount: 7 }

describe('while the server runs, a database file that', () => {
  let app: TestApp
  let file: string
  let clock: TestClock
  /** A good database of another server. */
  let other: TestApp
  before(async () => {
    other = await createTestApp()
    await other.app.close()
  })
  after(() => rmSync(other.folder, { recursive: true }))
  beforeEach(async () => {
    clock = createTestClock()
    app = await createTestApp({ clock })
    file = databaseFile(app.folder)
    await app.call('set-points', { ...alice, amount: 100 })
  })
  afterEach(async () => {
    await close()
    rmSync(app.folder, { recursive: true, force: true })
  })

  /** What it counted in memory cannot be saved any more, which it says. */
  async function close(): Promise<void> {
    await app.app.close().catch(({ code }: Failure) => assert.match(code, /^database_(unavailable|damaged)$/))
  }

  async function readiness(): Promise<string> {
    const response = await fetch(`${app.url}/readyz`)
    return `${response.status} ${(await response.text()).trim()}`
  }

  async function assertRefused(): Promise<void> {
    const { body } = await app.call('add-points', gift, { status: 502 })
    assert.equal(body.code, 'database_unavailable')
    assert.match(await readiness(), /^503 not ready: The database file was /)
  }

  it('is deleted with its folder: no write is acknowledged from then on, and the log and /readyz say why', async () => {
    rmSync(app.folder, { recursive: true })
    await assertRefused()
    assert.match(await readiness(), /deleted or moved/)
    assert.equal((await app.call('get-points', alice)).body.points, 100, 'reads still work')
    assert.equal((await fetch(`${app.url}/healthz`)).status, 200)
    assert.equal(app.logLines.filter((line) => line.includes('was deleted or moved')).length, 1)
  })

  it('is deleted is reported by the panel, which opens although nothing can be saved', async () => {
    const owner = await signInAsOwner(app)
    rmSync(file)
    // By then the visit would be noted.
    clock.advance(2 * minuteMs)
    await assertRefused()
    assert.deepEqual((await owner.call('get-dashboard')).body.state.storage, { problem: 'gone', backup: null })
  })

  it('is deleted is noticed also when nobody writes', async () => {
    rmSync(file)
    await eventually('the server to notice', async () => (await readiness()).startsWith('503'))
  })

  it('loses its write-ahead log is refused too, because commits go there', async () => {
    rmSync(`${file}-wal`)
    await assertRefused()
  })

  it('is moved away and back works again by itself, and nothing was saved twice', async () => {
    const away = `${app.folder}-away`
    renameSync(app.folder, away)
    await assertRefused()
    renameSync(away, app.folder)
    await eventually('the server to be ready', async () => (await readiness()) === '200 ready')
    await app.call('add-points', gift)
    assert.equal((await app.call('get-points', alice)).body.points, 107)
    assert.ok(app.logLines.some((line) => line.includes('the database works again')))
  })

  it('is replaced by another file: nothing is saved, and the new file is whole at the next start', async () => {
    const incoming = join(app.folder, 'incoming')
    copyFileSync(databaseFile(other.folder), incoming)
    renameSync(incoming, file)
    await assertRefused()
    await assertOtherIsWhole()
  })

  it('is replaced after a while in which its folder was as it is: the next write is refused', async () => {
    const incoming = `${app.folder}-incoming`
    copyFileSync(databaseFile(other.folder), incoming)
    // Longer than a step of any clock of a file system, after which a look at the folder is enough.
    for (let write = 0; write < 3; write++) {
      await app.call('add-points', gift)
      await delay(100)
    }
    renameSync(incoming, file)
    await assertRefused()
    await assertOtherIsWhole()
  })

  it('is emptied is noticed', async () => {
    truncateSync(file)
    await eventually('the server to notice', async () => (await readiness()).startsWith('503'))
    await assertRefused()
  })

  /** As the next start finds it: no log of the previous file is applied to it. */
  async function assertOtherIsWhole(): Promise<void> {
    await close()
    assert.ok(!existsSync(`${file}-wal`), readdirSync(app.folder).join(' '))
    const found = new DatabaseSync(file)
    try {
      assert.deepEqual({ ...found.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
      const points = `SELECT points FROM viewers WHERE channel_id = 1 AND username = 'alice' AND platform = 'kick'`
      assert.notEqual(found.prepare(points).get()?.points, 100)
    } finally {
      found.close()
    }
  }
})
