import assert from 'node:assert/strict'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { clientPackagePath, clientPackages } from '../../src/capabilities/client-packages/contract/client-packages.ts'
import { createPackageFiles } from '../../src/capabilities/client-packages/package-files.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

runsOn('sqlite', { because: 'the packages are files beside the server' })

const built = (file: string) => fileURLToPath(new URL(`../../dist/clients/${file}`, import.meta.url))

describe('the packages for other programs', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  it('are for everybody at a fixed address; where they are not built, the answer says how to build them', async () => {
    for (const one of clientPackages) {
      const answer = await fetch(app.url + clientPackagePath(one))
      if (existsSync(built(one.file))) {
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${one.file}"`)
        assert.equal((await answer.arrayBuffer()).byteLength, statSync(built(one.file)).size)
      } else {
        assert.equal(answer.status, 404)
        assert.match(await answer.text(), /npm run pack-clients/)
      }
    }
  })

  it('are listed in the panel with their sizes, and with a guide that exists', async () => {
    const { body } = await owner.call('list-client-packages')
    assert.deepEqual(
      body.packages.map(({ name, bytes }: { name: string; bytes: number | null }) => [name, bytes]),
      clientPackages.map(({ name, file }) => [name, existsSync(built(file)) ? statSync(built(file)).size : null]),
    )
    for (const { guide_url } of body.packages) assert.equal((await fetch(app.url + guide_url)).status, 200, guide_url)
  })

  it('are read from a folder in which some may be missing', async () => {
    const folder = createTemporaryFolder()
    try {
      const [first, second] = clientPackages
      mkdirSync(folder.path, { recursive: true })
      writeFileSync(join(folder.path, first.file), 'four')
      const files = createPackageFiles(pathToFileURL(`${folder.path}/`))
      assert.equal(await files.sizeOf(first), 4)
      assert.equal(String(await files.read(first)), 'four')
      assert.equal(await files.sizeOf(second), undefined)
      assert.equal(await files.read(second), undefined)
    } finally {
      folder.remove()
    }
  })
})
