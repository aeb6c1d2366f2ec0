import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { controls } from '../../src/cli/controls.ts'
import { restore } from '../../src/cli/restore.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { wavOf } from './files.ts'
import { sendFile } from './upload-client.ts'

runsOn('sqlite', 'postgres')

describe('a backup', () => {
  const folder = createTemporaryFolder()
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(async () => {
    await app.close()
    folder.remove()
  })

  it('has the uploads beside the database, and puts them back', async () => {
    const bytes = wavOf(1)
    const owner = await signInAsOwner(app)
    const { upload } = (await sendFile(app, owner, { kind: 'sound', name: 'a.wav', bytes })).body
    const file = join(folder.path, 'copy.db')
    assert.deepEqual(await controls.backup(app.app, { path: file }), { path: file, files: 1 })
    await assert.rejects(controls.backup(app.app, { path: file }), { code: 'invalid_parameter', message: /--force/ })
    const again = await controls.backup(app.app, { path: file, force: true })
    assert.deepEqual(again, { path: file, files: 1 }, 'a second time only with --force')

    assert.equal((await owner.call('delete-upload', { id: upload.id })).status, 200)
    assert.equal((await fetch(app.url + upload.url)).status, 404)
    const { config } = app.app
    await app.close({ keepFolder: true })
    rmSync(join(app.folder, 'uploads'), { recursive: true })
    assert.equal(await restore(config, file), 0)

    app = await createTestApp({ folder: app.folder })
    const { uploads } = (await (await signInAsOwner(app)).call('list-uploads')).body
    assert.deepEqual(
      uploads.map(({ id }: { id: string }) => id),
      [upload.id],
    )
    const answer = await fetch(app.url + upload.url)
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes))
  })
})
