import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { packExtension, readExtension } from '../../src/capabilities/extension/extension-archive.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

runsOn('sqlite', 'postgres')
isSlow('it packs the extension several times')

const python =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip()); print("\\n".join(z.namelist()))'

describe('the packed extension', () => {
  let app: TestApp
  const folder = createTemporaryFolder()
  before(async () => {
    app = await createTestApp()
  })
  after(async () => {
    await app?.close()
    folder.remove()
  })

  it('is the same bytes for the same files', async () => {
    assert.deepEqual(await packExtension(), await packExtension())
  })

  it('holds every file as it stands in the folder, and nothing else', async () => {
    const zip = await packExtension()
    const files = await readExtension()
    const names: string[] = []
    let at = 0
    while (zip.readUInt32LE(at) === 0x04034b50) {
      const [packed, nameLength] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
      const name = zip.subarray(at + 30, at + 30 + nameLength).toString()
      const bytes = inflateRawSync(zip.subarray(at + 30 + nameLength, at + 30 + nameLength + packed))
      assert.deepEqual(bytes, files.find((file) => file.name === name)?.bytes, name)
      names.push(name)
      at += 30 + nameLength + packed
    }
    assert.deepEqual(
      names,
      files.map(({ name }) => name),
    )
    assert.ok(names.includes('manifest.json'))
  })

  it('opens with a program that others wrote', async (t) => {
    const path = join(folder.path, 'extension.zip')
    writeFileSync(path, await packExtension())
    let listed: string
    try {
      listed = execFileSync('python3', ['-c', python, path], { encoding: 'utf8' })
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return t.skip('no python3 here')
      throw error
    }
    const [broken, ...names] = listed.trim().split('\n')
    assert.equal(broken, 'None')
    assert.ok(names.includes('worker.js'))
  })

  it('is handed out by the server', async () => {
    const response = await fetch(`${app.url}/extension/showcaller-extension.zip`)
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), await packExtension())
  })

  it('asks for no more than it needs', async () => {
    const files = await readExtension()
    const manifest = JSON.parse(files.find(({ name }) => name === 'manifest.json')?.bytes.toString() ?? '{}')
    assert.deepEqual(manifest.permissions, ['alarms', 'scripting', 'storage'])
    assert.deepEqual(manifest.host_permissions, ['https://kick.com/*'])
    assert.equal(manifest.content_scripts, undefined)
    assert.equal(manifest.version, JSON.parse(readFileSync('package.json', 'utf8')).version)
  })

  it('knows the site in one file alone', async () => {
    for (const { name, bytes } of await readExtension()) {
      if (['kick-page.js', 'manifest.json'].includes(name)) continue
      assert.doesNotMatch(bytes.toString(), /https?:\/\/[\w.]*kick\.com|\/api\//, name)
    }
  })
})
