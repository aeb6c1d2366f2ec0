import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('it builds the server')

const root = fileURLToPath(new URL('../../', import.meta.url))
const { withSourceLines } = (await import(new URL('../../bin/source-lines.mjs', import.meta.url).href)) as {
  readonly withSourceLines: (text: string) => string
}

const files = {
  'package.json': '{ "type": "module", "dependencies": { "ws": "*" } }',
  'package-lock.json': '{}',
  'page/hello.txt': 'hello',
  'src/main.ts': `
    import { readFileSync } from 'node:fs'
    import { ask } from './deep/ask.ts'

    export async function main([name]: string[], onStarted: () => Promise<void>): Promise<void> {
      if (name === 'page') console.log(readFileSync(new URL('../page/hello.txt', import.meta.url), 'utf8'))
      if (name === 'thread') console.log(await ask())
      if (name === 'index') console.log((await import('./deep/index-file.ts')).readIndex())
      if (name === 'later') console.log((await import('./later.ts')).later)
      if (name === 'fail') (await import('./fail.ts')).fail('as asked')
      if (name === 'package') console.log(typeof (await import('ws')).WebSocketServer)
      if (name === 'where') console.log(new Error('here').stack?.split('\\n')[1])
      if (name === 'serve') console.log((await import('./cli/serve.ts')).serve())
      if (name === 'serve') await onStarted()
      if (name === 'broken') (await import('./cli/serve.ts')).fail()
      if (name === 'traces') console.log((await import('../tracing/tracer.ts')).traced)
    }`,
  'tracing/tracer.ts': `
    import { traced as found } from '@opentelemetry/api'
    export const traced: string = found`,
  'tracing/package-lock.json': '{}',
  'src/cli/serve.ts': `
    import { withThreads } from '../deep/with-threads.ts'
    import { withLater } from '../with-later.ts'
    export const serve = () => \`“\${withLater()}” \${withThreads()} \${/^[ğ🎉]$/u.test('🎉')}\`
    export const fail = () => { throw new TypeError(new URL('../../page/hello.txt', import.meta.url).href) }`,
  'src/with-later.ts': `export const withLater = (): string => 'joined …'`,
  'src/deep/with-threads.ts': `export const withThreads = (): string => 'from a'`,
  'src/later.ts': `
    import { withLater } from './with-later.ts'
    export const later: string = withLater().replace(/.*/, 'later')`,
  'src/fail.ts': `interface Reason {
  readonly text: string
}

export function fail(text: string): never {
  const reason: Reason = { text }
  throw new TypeError(reason.text)
}`,
  'src/deep/index-file.ts': `
    import { readFileSync } from 'node:fs'
    export const readIndex = () => readFileSync(new URL('./numbers.index', import.meta.url), 'utf8')`,
  'src/deep/numbers-build.ts': `
    import { writeFileSync } from 'node:fs'
    export async function build(folder: string): Promise<void> {
      writeFileSync(folder + '/numbers.index', '1 2 3')
    }`,
  'src/deep/ask.ts': `
    import { Worker } from 'node:worker_threads'
    export const ask = () =>
      new Promise((resolve) => new Worker(new URL('./answer-thread.ts', import.meta.url)).once('message', resolve))`,
  'src/deep/answer-thread.ts': `
    import { parentPort } from 'node:worker_threads'
    import { withThreads } from './with-threads.ts'
    parentPort?.postMessage(\`\${withThreads()} thread\` satisfies string)`,
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
  function run(name: string, env: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/showcaller.mjs', name], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 60_000,
    })
    return { status, said: stdout.trim(), stderr }
  }
  const ofBundle = (path: string) => statSync(join(folder, 'dist/server', path)).mtimeMs

  it('finds pages, threads, what was computed with it, files that are loaded later, and packages', () => {
    assert.equal(run('page').said, 'hello')
    assert.equal(run('index').said, '1 2 3')
    assert.equal(run('thread').said, 'from a thread')
    assert.equal(run('later').said, 'later')
    assert.equal(run('package').said, 'function')
  })

  it('has one file for what serve loads, also where threads share it, in ASCII with every character kept', () => {
    const names = readdirSync(join(folder, 'dist/server')).filter((name) => !name.endsWith('.map'))
    const contents = names.map((name) => readFileSync(join(folder, 'dist/server', name), 'utf8'))
    const filesWith = (words: string) => names.filter((_, at) => contents[at]?.includes(words))
    const [served = '', ...others] = filesWith('.test(')
    assert.deepEqual([filesWith('joined '), others], [[served], []])
    assert.deepEqual(filesWith('from a').toSorted(), ['answer-thread.mjs', served].toSorted())
    assert.ok(!filesWith('"later"').includes(served))
    assert.deepEqual(
      contents.filter((text) => /\P{ASCII}/u.test(text)),
      [],
    )
    assert.equal(run('serve').said, '“joined …” from a true')
  })

  it('keeps the compiled code of a start for the next one, and compiles again where that is damaged', () => {
    const cache = join(folder, 'cache')
    const start = () => {
      assert.equal(run('serve', { NODE_COMPILE_CACHE: cache }).said, '“joined …” from a true')
      const files = readdirSync(cache, { recursive: true, encoding: 'utf8' })
      const kept = files.filter((name) => name.includes('.script'))
      assert.equal(kept.length, 1, files.join(' '))
      const file = join(cache, kept[0] ?? '')
      return { file, inode: statSync(file).ino, bytes: readFileSync(file) }
    }
    const first = start()
    assert.ok(first.bytes.includes(Buffer.from('joined', 'utf16le')), 'with the functions that were called')
    assert.equal(start().inode, first.inode, 'it was used, not replaced')
    writeFileSync(first.file, first.bytes.subarray(0, -100))
    const third = start()
    assert.notEqual(third.inode, first.inode)
    assert.equal(third.bytes.length, first.bytes.length)
  })

  it('finds OpenTelemetry where it is installed later, and has it in it once it is built again', () => {
    assert.match(run('traces').stderr, /ERR_MODULE_NOT_FOUND/)
    const library = join(folder, 'tracing/node_modules/@opentelemetry/api')
    mkdirSync(library, { recursive: true })
    writeFileSync(join(library, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
    writeFileSync(join(library, 'index.js'), `export const traced = 'traced'`)
    assert.equal(run('traces').said, 'traced')
    build()
    renameSync(join(folder, 'tracing'), join(folder, 'elsewhere'))
    assert.equal(run('traces').said, 'traced')
    renameSync(join(folder, 'elsewhere'), join(folder, 'tracing'))
  })

  it('names file and line of the source where an error happened', () => {
    const { status, stderr } = run('fail')
    assert.equal(status, 1)
    assert.match(
      stderr,
      /TypeError: as asked\n {4}at (?:Module\.)?fail \(file:\/\/\S+\/src\/fail\.ts:7:9\)\n {4}at main \(.*src\/main\.ts:10:\d+\)/,
    )
    assert.match(run('broken').stderr, /TypeError: file:\S+\/page\/hello\.txt\n {4}at .*src\/cli\/serve\.ts:5:\d+/)
  })

  it('maps no stack trace that is only read, as Node reads that of every socket that fails', () => {
    const place = run('where').said
    assert.match(place, /dist\/server\/main\.mjs:\d+:\d+/)
    assert.match(withSourceLines(place), /src\/main\.ts:12:\d+/, 'whoever prints it can')
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
    assert.match(run('where').said, /dist\/server\/main\.mjs/)
    assert.equal(run('later').said, 'just edited')
  })

  it('gives way in production to sources that an upgrade has replaced', () => {
    writeFileSync(join(folder, 'src/replaced.ts'), `export const later = 'upgraded'`)
    renameSync(join(folder, 'src/replaced.ts'), join(folder, 'src/later.ts'))
    const soon = new Date(Date.now() + 5_000)
    utimesSync(join(folder, 'src'), soon, soon)
    assert.equal(run('later', { NODE_ENV: 'production' }).said, 'upgraded')
    const now = new Date(Date.now() - 1_000)
    utimesSync(join(folder, 'src'), now, now)
    build()
    assert.equal(run('later', { NODE_ENV: 'production' }).said, 'upgraded')
  })

  it('is all that a published package has', () => {
    rmSync(join(folder, 'src'), { recursive: true })
    rmSync(join(folder, 'scripts'), { recursive: true })
    assert.equal(run('page').said, 'hello')
    assert.equal(run('thread').said, 'from a thread')
    assert.match(run('fail').stderr, /src\/fail\.ts:7:9/)
  })
})
