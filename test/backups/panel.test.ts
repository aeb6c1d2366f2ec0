import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn, testEngine } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { createTestClock, hourMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('the backups of the panel', () => {
  const folder = createTemporaryFolder()
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    const backups = { folder: join(folder.path, 'backups'), passphrase: undefined }
    app = await createTestApp({ clock, config: { backups } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app.close()
    folder.remove()
  })

  it('are listed with their size and time; on PostgreSQL the panel points to the tools of PostgreSQL', async () => {
    if (testEngine === 'postgres') {
      assert.deepEqual((await owner.call('get-backups')).body, {
        success: true,
        storage: 'postgres',
        folder: null,
        encrypted: false,
        can_restore: false,
        backups: [],
        running: null,
        failure: null,
      })
      assert.match((await owner.call('start-backup', {}, { status: 400 })).body.error, /tools of PostgreSQL/)
      return
    }
    assert.deepEqual((await owner.call('get-backups')).body.backups, [])
    await owner.call('start-backup')
    await owner.call('start-backup', {}, { status: 502 })
    const isDone = async () => (await owner.call('get-backups')).body.running === null
    await eventually('the backup to be done', isDone)
    const { body } = await owner.call('get-backups')
    const [made] = body.backups
    assert.deepEqual([body.storage, body.failure, body.backups.length], ['sqlite', null, 1])
    assert.deepEqual([made.kind, made.encrypted], ['manual', false])
    assert.ok(made.bytes > 100_000 && Math.abs(made.created_at - clock.now()) < hourMs)
    const { entries } = (await owner.call('list-audit', {})).body
    assert.ok(entries.some(({ kind }: { kind: string }) => kind === 'backup.started'))
  })

  it('are restored only by an owner of every channel who signed in lately and confirmed it', async () => {
    const input = { name: 'showcaller-2026-01-15T03-00-00Z-daily.tar', confirm: 'restore' }
    const editor = await signInAs(app, 'editor')
    for (const name of ['get-backups', 'start-backup', 'restore-backup'])
      await editor.call(name, input, { status: 403 })
    await owner.call('restore-backup', { name: input.name }, { status: 400 })
    await owner.call('restore-backup', { ...input, confirm: 'yes' }, { status: 400 })
    const { body } = await owner.call('restore-backup', input, { status: 400 })
    assert.match(body.error, testEngine === 'sqlite' ? /cannot restart itself/ : /tools of PostgreSQL/)
    clock.advance(2 * hourMs)
    const { body: refused } = await owner.call('restore-backup', input, { status: 401 })
    assert.equal(refused.sign_in_again, true)
    await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'of somebody else'))
    const { body: other } = await (await signInAsOwner(app)).call('get-backups', {}, { status: 403 })
    assert.match(other.error, /every channel of this server/)
  })
})
