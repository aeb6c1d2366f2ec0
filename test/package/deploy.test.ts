import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { clientPackagePath, clientPackages } from '../../src/capabilities/client-packages/contract/client-packages.ts'
import { hasLongVersion, isLongRun, isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { parseYaml } from '../tools/yaml.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
needs('package')
isSlow('it builds an image and a deployment')
hasLongVersion('the panel is built in a checkout as well')

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Instruction {
  readonly word: string
  readonly rest: string
}

const instructions: Instruction[] = read('Dockerfile')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'))
const ofLastStage = (word: string) => lastStage.filter((one) => one.word === word).map(({ rest }) => rest)
const one = (word: string) => ofLastStage(word)[0] ?? assert.fail(`the Dockerfile has no ${word}`)

describe('the container image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-image-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('names the versions it stands on, runs as nobody special and is watched', () => {
    assert.match(instructions.find(({ word }) => word === 'ARG')?.rest ?? '', /^BASE=node:\d+-slim$/)
    for (const { rest } of instructions.filter(({ word }) => word === 'FROM')) {
      assert.match(rest, /^\$\{BASE\}( AS \w+)?$/)
    }
    assert.equal(one('USER'), 'node')
    assert.ok(instructions.every(({ word }) => word !== 'ADD'))
    assert.match(one('HEALTHCHECK'), /--timeout=/)
    assert.equal(one('VOLUME'), '/data /backups')
  })

  it('builds the panel and the server with the commands that it names', () => {
    const builds = instructions.filter(({ word, rest }) => word === 'RUN' && rest.includes('scripts/build-'))
    const checkout = join(folder, 'checkout')
    const folders = [
      'bin',
      'scripts',
      'src',
      'panel',
      'overlay',
      'deck',
      'extension',
      'sdk',
      'catalogue',
      'catalogues',
      'tracing',
      'clients',
      'LICENSE',
    ]
    for (const source of ['package.json', 'package-lock.json', 'tsconfig.json', ...folders]) {
      cpSync(join(root, source), join(checkout, source), {
        recursive: true,
        // The run has built the panel from these sources, and the command finds that it is up to date.
        filter: (path) => basename(path) !== 'node_modules' && (!isLongRun || path !== join(root, 'panel/dist')),
      })
    }
    for (const packages of ['node_modules', 'tracing/node_modules', 'clients/node_modules'])
      symlinkSync(join(root, packages), join(checkout, packages))
    for (const { rest } of builds) {
      const [node, ...args] = rest.split(' ')
      assert.equal(node, 'node')
      execFileSync(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'pipe'] })
    }
    for (const file of [
      'panel/dist/index.html',
      'dist/server/main.mjs',
      'dist/overlay/index.html',
      'dist/deck/index.html',
      'dist/extension/manifest.json',
      'dist/clients/companion-module-showcaller.tgz',
    ])
      assert.ok(existsSync(join(checkout, file)), file)
  })

  it('starts, by its own command, from exactly the files it copies, in a folder nobody may write to', async () => {
    execFileSync(process.execPath, ['scripts/build-package.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
    const app = join(folder, 'app')
    const env: Record<string, string> = { PATH: process.env.PATH ?? '' }
    for (const [, name = '', value = ''] of one('ENV').matchAll(/(\w+)=(\S+)/g)) env[name] = value
    for (const copy of ofLastStage('COPY')) {
      const paths = copy.replace('--from=build ', '').split(' ')
      const to = join(app, paths.pop() ?? '')
      for (const source of paths) copyIntoImage(source.replace('/app/', ''), to, paths.length > 1)
    }
    const port = await freePort()
    const data = join(folder, 'data')
    const backups = join(folder, 'backups')
    for (const volume of [data, backups]) mkdirSync(volume)
    const volumes = { SHOWCALLER_DATA: data, SHOWCALLER_BACKUPS: backups }
    Object.assign(env, { PORT: String(port), ...volumes, NODE_COMPILE_CACHE: join(folder, 'code') })
    // As root another user can be had, for whom the folder is read-only, as the image's own is.
    const isRoot = process.getuid?.() === 0
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    if (isRoot) execFileSync('chown', ['65534:65534', data, backups])
    chmodSync(folder, 0o755)
    const [node, ...args] = JSON.parse(one('CMD')) as string[]
    assert.equal(node, 'node')
    const server = spawn(process.execPath, args, { cwd: app, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk))
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
    try {
      const [, ...check] = JSON.parse(one('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[]
      const isHealthy = () => spawnSync(process.execPath, check, { cwd: app, env }).status === 0
      assert.equal(isHealthy(), false, 'nobody is there yet')
      await eventually(`a healthy server: ${output}`, async () => server.exitCode === null && isHealthy())
      assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200, 'the panel is there')
      assert.ok(existsSync(join(app, 'dist/extension/manifest.json')), 'the panel offers the extension')
      for (const one of clientPackages) {
        const { status } = await fetch(`http://127.0.0.1:${port}${clientPackagePath(one)}`)
        assert.equal(status, 200, `the package for ${one.program} is there`)
      }
      const page = await fetch(`http://127.0.0.1:${port}/overlay`)
      assert.equal(page.status, 200, 'the overlay is there')
      const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? []
      assert.equal((await fetch(new URL(script, `http://127.0.0.1:${port}/overlay`))).status, 200, 'and its script')
    } finally {
      server.kill('SIGTERM')
    }
    assert.equal(await ended, 0, output)
  })

  function copyIntoImage(source: string, to: string, isIntoFolder: boolean): void {
    const target = isIntoFolder ? join(to, source) : to
    mkdirSync(dirname(target), { recursive: true })
    if (source === 'node_modules') linkRuntimePackages(target)
    else cpSync(join(root, source), target, { recursive: true })
  }

  /** As `npm prune --omit=dev` leaves them. */
  function linkRuntimePackages(target: string): void {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
    for (const [path, { dev }] of Object.entries(packages)) {
      if (path === '' || dev || path.lastIndexOf('node_modules/') > 0 || !existsSync(join(root, path))) continue
      const link = join(dirname(target), path)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(root, path), link)
    }
  }
})

describe('the files for running it elsewhere', () => {
  // biome-ignore lint/suspicious/noExplicitAny: somebody else's format
  const compose = (path: string): any => parseYaml(read(path), { merge: true })

  it('run one node with its data and its backups in volumes, and nothing writable beside them', () => {
    const { services, volumes } = compose('compose.yaml')
    const { showcaller } = services
    assert.deepEqual(Object.keys(volumes), ['data', 'backups'])
    assert.deepEqual(showcaller.volumes, ['data:/data', 'backups:/backups'])
    assert.equal(showcaller.read_only, true)
    assert.deepEqual(showcaller.cap_drop, ['ALL'])
    assert.match(showcaller.ports[0], /^127\.0\.0\.1:/, 'open to the world only when somebody says so')
  })

  it('run three equal nodes that share a database, a Redis and a secret', () => {
    const { services } = compose('deploy/compose.cluster.yaml')
    const nodes = ['node1', 'node2', 'node3'].map((name) => services[name])
    for (const node of nodes) {
      assert.match(node.environment.DATABASE_URL, /^postgres:.*@postgres:5432\//)
      assert.equal(node.environment.REDIS_URL, 'redis://redis:6379')
      assert.ok(node.environment.SHOWCALLER_SECRET)
      for (const need of Object.keys(node.depends_on)) assert.ok(services[need].healthcheck, need)
    }
    for (const [name, { image }] of Object.entries<{ image: string }>(services)) {
      assert.match(image, /^showcaller$|:\d/, `${name} names its version`)
    }
    const balanced = [...read('deploy/haproxy.cfg').matchAll(/^\s+server (\w+) (\w+):4400/gm)].map(([, , host]) => host)
    assert.deepEqual(balanced, ['node1', 'node2', 'node3'])
  })

  it('stop a unit that has a wrong setting instead of starting it for ever', () => {
    const unit = read('deploy/showcaller.service')
    assert.match(unit, /^RestartPreventExitStatus=2$/m)
    assert.match(unit, /^DynamicUser=yes$/m)
    for (const line of [
      'UMask=0077',
      'SystemCallFilter=@system-service',
      'RestrictNamespaces=yes',
      'ProtectClock=yes',
    ]) {
      assert.ok(unit.split('\n').includes(line), line)
    }
    const [, command = ''] = /^ExecStart=\/usr\/bin\/env node (.+)$/m.exec(unit) ?? []
    assert.ok(existsSync(join(root, command.split(' ')[0] ?? '')))
  })
})
