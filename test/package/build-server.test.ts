import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('it builds the server')

const root = fileURLToPath(new URL('../../', import.meta.url))

const files = {
  'package.json': '{ "type": "module", "dependencies": { "ws": "*" } }',
  'package-lock.json': '{}',
  'page/hello.txt': 'hello',
  'src/main.ts': `
    import { readFileSync } from 'node:fs'
    import { ask } from './deep/ask.ts'

    export async function main([name]: string[]): Promise<void> {
      if (name === 'page') console.log(readFileSync(new URL('../page/hello.txt', import.meta.url), 'utf8'))
      if (name === 'thread') console.log(await ask())
      if (name === 'later') console.log((await import('./later.ts')).later)
      if (name === 'fail') (await import('./fail.ts')).fail('as asked')
      if (name === 'package') console.log(typeof (await import('ws')).WebSocketServer)
      if (name === 'where') console.log(new Error('here').stack?.split('\\n')[1])
    }`,
  'src/later.ts': `export const later: string = 'later'`,
  'src/fail.ts': `interface Reason {
  readonly text: string
}

export function fail(text: string): never {
  const reason: Reason = { text }
  throw new TypeError(reason.text)
}`,
  'src/deep/ask.ts': `
    import { Worker } from 'node:worker_threads'
    export const ask = () =>
      new Promise((resolve) => new Worker(new URL('./answer-thread.ts', import.meta.url)).once('message', resolve))`,
  'src/deep/answer-thread.ts': `
    import { parentPort } from 'node:worker_threads'
    parentPort?.postMessage('from a thread' satisfies string)`,
}

describe('the server as a bundle', () => {
  const { path: folder, remove } = createTemporaryFolder()
  after(remove)
  before(() => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    for (const name of ['bin', 'scripts']) cpSync(join(root, name), join(folder, name), { recursive: true })
    mkdirSync(join(folder, 'node_modules'))
    for (const name of ['ws', 'rolldown', '@rolldown', '@oxc-project']) {
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    }
    build()
  })

  const build = () => execFileSync(process.execPath, ['scripts/build-server.mjs'], { cwd: folder, stdio: 'pipe' })
  function run(name: string) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/showcaller.mjs', name], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    })
    return { status, said: stdout.trim(), stderr }
  }
  const ofBundle = (path: string) => statSync(join(folder, 'dist/server', path)).mtimeMs

  it('finds pages, threads, files that are loaded later, and packages', () => {
    assert.equal(run('page').said, 'hello')
    assert.equal(run('thread').said, 'from a thread')
    assert.equal(run('later').said, 'later')
    assert.equal(run('package').said, 'function')
  })

  it('names file and line of the source where an error happened', () => {
    const { status, stderr } = run('fail')
    assert.equal(status, 1)
    assert.match(
      stderr,
      /TypeError: as asked\n {4}at (?:Module\.)?fail \(file:\/\/\S+\/src\/fail\.ts:7:9\)\n {4}at main \(.*src\/main\.ts:9:\d+\)/,
    )
  })

  it('is built again when a source changed, and only then', () => {
    const built = ofBundle('main.mjs')
    build()
    assert.equal(ofBundle('main.mjs'), built)
    writeFileSync(join(folder, 'src/later.ts'), `export const later = 'changed'`)
    build()
    assert.notEqual(ofBundle('main.mjs'), built)
    assert.equal(run('later').said, 'changed')
  })

  it('gives way to the source while a source is newer, and serves again once it is built', () => {
    const later = join(folder, 'src/later.ts')
    writeFileSync(later, `export const later = 'just edited'`)
    const soon = new Date(Date.now() + 5_000)
    utimesSync(later, soon, soon)
    assert.equal(run('later').said, 'just edited')
    const now = new Date(Date.now() - 1_000)
    utimesSync(later, now, now)
    build()
    assert.match(run('where').said, /src\/main\.ts/)
    assert.equal(run('later').said, 'just edited')
  })

  it('is all that a published package has', () => {
    rmSync(join(folder, 'src'), { recursive: true })
    rmSync(join(folder, 'scripts'), { recursive: true })
    assert.equal(run('page').said, 'hello')
    assert.equal(run('thread').said, 'from a thread')
    assert.match(run('fail').stderr, /src\/fail\.ts:7:9/)
  })
})
