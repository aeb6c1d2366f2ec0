import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { browserFolder, readBrowserModules, sharedPath } from '../../../src/kernel/browser-modules/browser-modules.ts'
import { stripTypes } from '../../../src/kernel/browser-modules/strip-types.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', { because: 'it serves files, which no engine stores' })
isSlow('it strips the types of every script for browsers')

const source = new URL('../../../src/', import.meta.url)
const forBrowsers = '{kernel/{schema,text},definitions,registry,**/contract}/**/*.ts'
const sharedFiles = globSync(forBrowsers, { cwd: source }).map((file) => file.replaceAll('\\', '/'))
/** What browsers may have of the server, by the path under which they find it. */
const sources = new Map([
  ...sharedFiles.map((file) => [sharedPath(file).slice(0, -'.ts'.length), new URL(file, source)] as const),
  // How the SDK stays connected, which pages share.
  ['sdk/keep-connected', new URL('../sdk/keep-connected.ts', source)] as const,
])

describe('scripts for browsers', () => {
  for (const name of ['overlay', 'extension'] as const) {
    it(`are those of ${name} without types and comments, and otherwise unchanged`, async () => {
      const folder = browserFolder(name)
      const modules = await readBrowserModules(folder)
      assert.ok(modules.size > 3)
      for (const [path, code] of modules) {
        const shared = path.startsWith('shared/') ? sources.get(path.slice('shared/'.length, -'.js'.length)) : undefined
        const original = readFileSync(shared ?? new URL(path.replace(/\.js$/, '.ts'), folder), 'utf8')
        assert.equal(normalized(code), normalized(original), path)
      }
    })

    it(`of ${name} share nothing of the server but the folders for browsers`, async () => {
      const modules = [...(await readBrowserModules(browserFolder(name))).keys()]
      const shared = modules.filter((path) => path.includes('shared'))
      assert.ok(shared.length > 0)
      for (const path of shared) assert.ok(sources.has(path.slice('shared/'.length, -'.js'.length)), path)
    })
  }

  it('have a path of their own each', () => {
    assert.equal(sources.size, sharedFiles.length + 1)
  })

  it('keep a comment that stands in a text', () => {
    const code = "const a = '/* no comment */ // none'\nconst b: string = `x\n  y`\n"
    assert.equal(stripTypes(code), "const a = '/* no comment */ // none'\nconst b = `x\n  y`\n")
  })

  it('are indented by one space, except beside a text of several lines', () => {
    assert.equal(
      stripTypes('if (a) {\n  if (b) {\n    c(`x`, d)\n  }\n}\n'),
      'if (a) {\n if (b) {\n  c(`x`, d)\n }\n}\n',
    )
    const long = 'if (a) {\n  b(`x\n    y`)\n}\n'
    assert.equal(stripTypes(long), long)
  })

  it('are refused when one imports another part of the server', async () => {
    const folder = createTemporaryFolder()
    try {
      const target = new URL('app/config/config.ts', source).pathname
      writeFileSync(join(folder.path, 'page.ts'), `import { x } from './inner/part.ts'\nx()\n`)
      mkdirSync(join(folder.path, 'inner'))
      writeFileSync(join(folder.path, 'inner/part.ts'), `export { readConfig as x } from '../../..${target}'\n`)
      const reading = readBrowserModules(pathToFileURL(`${folder.path}/`))
      await assert.rejects(reading, /config\.ts, which browsers must not get/)
    } finally {
      folder.remove()
    }
  })

  describe('of the overlay', () => {
    let app: TestApp
    before(async () => {
      app = await createTestApp()
    })
    after(() => app?.close())

    it('are served under addresses that stay, and not sent again to a browser that has them', async () => {
      const url = `${app.url}/overlay/assets/overlay.js`
      const first = await fetch(url)
      assert.equal(first.headers.get('content-type'), 'text/javascript; charset=utf-8')
      const tag = first.headers.get('etag') ?? ''
      assert.match(tag, /^"[\w-]{22}"$/)
      assert.equal(first.headers.get('content-length'), String(Buffer.byteLength(await first.text())))
      const again = await fetch(url, { headers: { 'If-None-Match': tag } })
      assert.equal(again.status, 304)
      assert.equal(await again.text(), '')
    })

    it('are all that is served: no source, and nothing else of the server', async () => {
      const paths = ['overlay.ts', 'shared/config.js', 'shared/contract/../config.js', 'shared/main.js', 'x.js']
      for (const path of paths) {
        assert.equal((await fetch(`${app.url}/overlay/assets/${path}`)).status, 404, path)
      }
    })
  })
})

/** What remains of a script when its layout, its types and its comments are gone. */
function normalized(code: string): string {
  const script = stripTypeScriptTypes(code, { mode: 'transform' })
  return script.replace(/(['"])\.{1,2}\/[^'"\n]*?([\w-]+)\.[jt]s\1/g, "'$2'")
}
