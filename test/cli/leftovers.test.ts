import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { controls } from '../../src/cli/controls.ts'
import { lockDataFolder } from '../../src/cli/with-app.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

runsOn('sqlite', { because: 'it is about the files of a data folder' })

describe('what the command line leaves behind', () => {
  let app: TestApp
  const folder = createTemporaryFolder()
  before(async () => {
    app = await createTestApp()
  })
  after(async () => {
    await app?.close()
    folder.remove()
  })

  it('is nothing of a restore that was killed, once somebody has the folder again', () => {
    const data = join(folder.path, 'data')
    mkdirSync(join(data, 'restore-a1B2c3', 'backup'), { recursive: true })
    writeFileSync(join(data, 'restore-a1B2c3', 'backup', 'showcaller.sqlite'), 'half')
    mkdirSync(join(data, 'restore-notes of mine'))
    const lock = lockDataFolder({ dataFolder: data, databaseUrl: undefined })
    lock.release()
    assert.deepEqual(
      readdirSync(data).filter((name) => name.startsWith('restore')),
      ['restore-notes of mine'],
    )
  })

  it('is nothing of a backup into a folder that does not exist, which it says', async () => {
    const missing = join(folder.path, 'nowhere')
    await assert.rejects(controls.backup(app.app, { path: join(missing, 'copy.sqlite') }), {
      code: 'invalid_parameter',
      message: `the folder ${missing} does not exist: create it first.`,
    })
    assert.equal(app.ctx.db.problem(), undefined)
    assert.ok(!readdirSync(folder.path).includes('nowhere'))
  })
})
