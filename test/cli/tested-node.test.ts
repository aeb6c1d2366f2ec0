import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('it starts programs')

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A project of its own in a temporary folder, whose Node says it is another version than it is. */
describe('a start on a Node outside the tested range', () => {
  let folder: string
  let remove: () => void
  afterEach(() => remove())
  beforeEach(() => {
    const temporary = createTemporaryFolder()
    folder = temporary.path
    remove = temporary.remove
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
    writeFileSync(
      join(folder, 'pretend.cjs'),
      `const node = process.env.PRETENDED_NODE
       if (node) {
         Object.defineProperty(process, 'versions', { value: { ...process.versions, node } })
         Object.defineProperty(process, 'version', { value: 'v' + node })
       }`,
    )
  })

  function run(script: string, { version = '', args = [] as string[], env = {} } = {}) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', join(folder, 'pretend.cjs'), join(folder, script), ...args],
      { cwd: folder, encoding: 'utf8', timeout: 60_000, env: { ...process.env, ...env, PRETENDED_NODE: version } },
    )
    return { status, stdout, stderr }
  }

  function addProgram(path: string, text: string): void {
    const file = join(folder, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, 0o755)
  }
  const pinned = 'node_modules/node/bin/node'
  const pinnedNode =
    '#!/bin/sh\nif [ "$1" = --version ]; then echo v24.21.0; else shift; echo "pinned: $*"; exit 7; fi\n'

  for (const version of ['20.20.2', '24.14.1', '25.0.0', '26.10.0']) {
    it(`says in one line what to install on ${version}, and exits with 2`, () => {
      const { status, stdout, stderr } = run('bin/showcaller.mjs', { version, args: ['serve'] })
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(
        stderr,
        /^Showcaller needs Node 24, version 24\.15 or newer; this is [\d.]+\. Install it from \S+ .*\n$/,
      )
      assert.ok(stderr.includes(version))
    })
  }

  it('hands over to the Node that was installed as a package, with its arguments and its exit code', () => {
    addProgram(pinned, pinnedNode)
    const { status, stdout } = run('bin/showcaller.mjs', { version: '20.20.2', args: ['key', 'list'] })
    assert.deepEqual([status, stdout], [7, 'pinned: key list\n'])
  })

  it('does not hand over to a Node that does not run here', () => {
    addProgram(pinned, '#!/lib/no-such-loader\n')
    assert.equal(run('bin/showcaller.mjs', { version: '20.20.2' }).status, 2)
    addProgram(pinned, '#!/bin/sh\necho v22.0.0\n')
    assert.equal(run('bin/showcaller.mjs', { version: '20.20.2' }).status, 2)
  })

  describe('before it, as npm start prepares it', () => {
    beforeEach(() => {
      const prepares = ['prepare.mjs', 'build-panel.mjs', 'build-server.mjs'].map((name) => `scripts/${name}`)
      for (const name of [...prepares, 'src/kernel/browser-modules/shared-folders.mjs'])
        cpSync(join(root, name), join(folder, name))
      for (const name of ['panel/dist/assets', 'overlay', 'src', 'catalogues'])
        mkdirSync(join(folder, name), { recursive: true })
      for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), '{}')
    })

    /** In place of npm: installs a Vite and a bundler that say they were there, and a Node. */
    function prepare(version: string, node?: string) {
      writeFileSync(
        join(folder, 'npm.cjs'),
        `const { mkdirSync, writeFileSync, appendFileSync } = require('node:fs')
         appendFileSync('asked', process.argv[2] + ' ')
         mkdirSync('node_modules/vite/bin', { recursive: true })
         writeFileSync('node_modules/vite/bin/vite.js', "require('node:fs').writeFileSync('built', process.argv[2])")
         mkdirSync('node_modules/rolldown', { recursive: true })
         writeFileSync('node_modules/rolldown/index.js', "const write = ({ dir }) => require('node:fs').mkdirSync(dir, { recursive: true }); exports.rolldown = () => ({ write, close() {} })")
         const node = ${JSON.stringify(node ?? null)}
         if (node !== null) {
           mkdirSync('node_modules/node/bin', { recursive: true })
           writeFileSync('node_modules/node/bin/node', node, { mode: 0o755 })
           mkdirSync('node_modules/.bin', { recursive: true })
           writeFileSync('node_modules/.bin/node', node, { mode: 0o755 })
         }`,
      )
      return run('scripts/prepare.mjs', { version, env: { npm_execpath: join(folder, 'npm.cjs') } })
    }

    it('uses an installed Node of the tested range where the package has none', () => {
      assert.equal(prepare('').status, 0)
      assert.ok(existsSync(join(folder, 'built')))
    })

    it('removes a pinned Node that does not run, so that the installed one is found', () => {
      assert.equal(prepare('', '#!/lib/no-such-loader\n').status, 0)
      assert.ok(existsSync(join(folder, 'built')))
      for (const path of [pinned, 'node_modules/.bin/node']) assert.ok(!existsSync(join(folder, path)), path)
    })

    it('says in one line what to install where there is neither, and exits with 2', () => {
      const { status, stderr } = prepare('20.20.2')
      assert.equal(status, 2)
      assert.match(stderr.split('\n').at(-2) ?? '', /^Showcaller needs Node 24/)
      assert.ok(!existsSync(join(folder, 'built')))
    })

    it('installs exactly what the lock file says the first time, and only what changed later', () => {
      prepare('')
      prepare('')
      writeFileSync(join(folder, 'package-lock.json'), '{ }')
      prepare('')
      assert.equal(readFileSync(join(folder, 'asked'), 'utf8'), 'ci install ')
    })
  })
})

describe('the tested range of Node', () => {
  it('is the one that package.json promises, and holds the Node that is pinned', async () => {
    const { href } = new URL('../../bin/tested-node.mjs', import.meta.url)
    const { isTested }: { isTested(version: string): boolean } = await import(href)
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const [, least = '', below = ''] = /^>=(\d+\.\d+\.\d+) <(\d+)$/.exec(engines.node) ?? []
    const [major = 0, minor = 0] = least.split('.').map(Number)
    assert.ok(isTested(least))
    assert.ok(!isTested(`${major}.${minor - 1}.9`))
    assert.ok(isTested(`${Number(below) - 1}.999.0`))
    assert.ok(!isTested(`${below}.0.0`))
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'scripts/pinned-node/package.json'), 'utf8'))
    assert.ok(isTested(optionalDependencies.node))
    assert.ok(isTested(process.versions.node))
  })
})
