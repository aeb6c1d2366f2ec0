import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { pressSignIn } from '../sign-in-link.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
isSlow('it starts the program again and again')

const folder = new URL('../../', import.meta.url)
const root = folder.href
const tellsLoads = `
  process.getBuiltinModule('node:module').registerHooks({
    load(url, context, nextLoad) {
      process.stderr.write('loads ' + url.replace('${root}', '') + '\\n')
      return nextLoad(url, context)
    },
  })`

/** The address of a socket is a path, that of a port has more to it. */
const tellsListens = `
  const { Server } = process.getBuiltinModule('node:net')
  const { listen } = Server.prototype
  Server.prototype.listen = function (...args) {
    this.once('listening', () => {
      process.stderr.write('listens at a ' + (typeof this.address() === 'string' ? 'socket' : 'port') + '\\n')
    })
    return listen.apply(this, args)
  }`

/** Each with all it imports in turn, as far as nobody else does. */
const canWait = [
  'src/app/pages.ts',
  'src/cli/controls.ts',
  'src/cluster/cluster.ts',
  'src/capabilities/first-start/sandbox-channel.ts',
  'src/capabilities/uploads/check-file.ts',
  'src/kernel/metrics/trace-settings.ts',
  'src/kernel/metrics/tracer.ts',
  'src/api-description/openapi.ts',
  'src/panel-operations.ts',
  'src/capabilities/speech/open-engines.ts',
  'src/kernel/storage/migrations/list.ts',
  'src/kernel/storage/postgres/',
  'node_modules/',
  // As ES modules these load far more than anybody uses; see `src/kernel/node.ts`.
  'node:buffer\n',
  'node:crypto\n',
  'node:fs\n',
  'node:http\n',
  'node:net\n',
  'node:util\n',
  'node:zlib\n',
]

describe('starting', () => {
  const workplaces: ReturnType<typeof createWorkplace>[] = []
  before(() => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build-server.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
  })
  after(() => Promise.all(workplaces.map((workplace) => workplace.close())))

  function emptyFolder(env: Readonly<Record<string, string>> = {}) {
    const workplace = createWorkplace(env)
    workplaces.push(workplace)
    return workplace
  }

  it('shows on a first start a sign-in link, the overlay link and a curl line that works when pasted', async () => {
    const place = emptyFolder()
    const server = await place.serve()
    const { stdout } = server.output
    const curl = stdout.split('\n').find((line) => line.trim().startsWith('curl '))
    assert.ok(curl, stdout)
    const pasted = spawnSync('bash', ['-c', curl.trim()], { encoding: 'utf8' })
    assert.equal(JSON.parse(pasted.stdout).success, true, pasted.stdout + pasted.stderr)

    const link = /http\S+\/sign-in\?link=\S+/.exec(stdout)?.[0]
    assert.ok(link)
    const signedIn = await pressSignIn(link)
    assert.equal(signedIn.status, 303)
    assert.match(signedIn.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
    const again = await pressSignIn(link)
    assert.equal(again.headers.get('set-cookie'), null, 'the link works once')
    assert.match(
      again.headers.get('location') ?? '',
      /^\/sign-in-failed\?/,
      'and leads to the sign-in page, which says why',
    )

    const overlay = /http\S+\/overlay#\S+/.exec(stdout)?.[0]
    assert.ok(overlay)
    assert.equal((await fetch(overlay)).status, 200)
    assert.equal(await server.stop(), 0)
  })

  it('answers its command line before anybody can find it ready', async () => {
    const place = emptyFolder()
    const server = await place.serve({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellsListens)}`,
    })
    const listens = () => server.output.stderr.split('\n').filter((line) => line.startsWith('listens'))
    await eventually('both to be open', () => listens().length === 2)
    assert.deepEqual(listens(), ['listens at a socket', 'listens at a port'])
    assert.equal((await place.run(['key', 'list'])).code, 0)
    assert.equal(await server.stop(), 0)
  })

  it('shows on later starts where things are and no secret, and loads nothing that can wait', async () => {
    const place = emptyFolder()
    await (await place.serve()).stop()
    const server = await place.serve({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tellsLoads)}`,
    })
    assert.match(server.output.stdout, /Panel.*Overlay.*API/s)
    assert.doesNotMatch(server.output.stdout, /sc_live_|link_|ov_/)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    // The games follow a second later, and what they need with them.
    const games = 'loads src/capabilities/stream/game-search/'
    const loaded = () => server.output.stderr.split('\n').flatMap(sourcesOf).join('\n')
    await eventually('the games to be loaded', async () => loaded().includes(games))
    const [atStart = ''] = loaded().split(games)
    assert.ok(server.output.stderr.includes('loads dist/server/main.mjs'), 'it starts from the bundle')
    assert.ok(atStart.includes('loads src/app.ts'))
    // The index of games comes from the file that was built with the bundle: without it a thread would build it.
    assert.ok(existsSync(new URL('dist/server/games.index', folder)))
    assert.doesNotMatch(server.output.stderr, /the index of games is built again/)
    const early = canWait.filter((file) => atStart.includes(`loads ${file}`))
    assert.deepEqual(early, [])
    // The panel operations of every capability follow with the first visit.
    assert.doesNotMatch(atStart, /loads src\/capabilities\/[\w-]+\/panel(?:\.ts|\/)/)
    // Of a service that is not set up, only what can be set.
    assert.doesNotMatch(atStart, /loads src\/platforms\/(?:kick|spotify|tiktok|twitch|youtube)\/(?!settings\.ts)/)
    assert.doesNotMatch(atStart, /loads src\/platforms\/discord\/(?!settings\.ts|messages\.ts)/)
    assert.doesNotMatch(
      atStart,
      /loads src\/capabilities\/discord\/(?:discord-session|open-features|announcer|bridge)\.ts/,
    )
    assert.equal(await server.stop(), 0)
  })

  it('starts again at once after kill -9', async () => {
    const place = emptyFolder()
    const first = await place.serve()
    await first.stop('SIGKILL')
    const second = await place.serve()
    assert.equal((await fetch(`${second.url}/healthz`)).status, 200)
    await second.stop()
  })

  it('stops cleanly on a signal that comes the moment it is ready', async () => {
    const port = await freePort()
    const place = emptyFolder({ PORT: String(port) })
    await (await place.serve()).stop()
    const child = place.start(['serve'])
    const ended = once(child, 'exit')
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await eventually('the server to be ready', isReady)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })

  const wrongSettings: readonly (readonly [name: string, env: Record<string, string>, words: RegExp])[] = [
    ['an invalid port', { PORT: 'http' }, /PORT must be a port from 0 to 65535, not http/],
    ['a port too high', { PORT: '70000' }, /PORT must be a port/],
    ['unknown names', { SHOWCALLER_NAMES: 'pretty' }, /SHOWCALLER_NAMES must be one of spec, brand/],
    ['a proxy that is no address', { SHOWCALLER_TRUSTED_PROXIES: '10.0.0.0/99' }, /10\.0\.0\.0\/99 is not an address/],
    ['a public address without http', { SHOWCALLER_PUBLIC_URL: 'ftp://x' }, /SHOWCALLER_PUBLIC_URL must be an address/],
    ['a short secret', { SHOWCALLER_SECRET: 'short' }, /SHOWCALLER_SECRET must have at least 32/],
    ['a misspelt variable', { SHOWCALLER_DTA: 'x' }, /SHOWCALLER_DTA is not a setting/],
    ['a host of another machine', { HOST: '203.0.113.1' }, /HOST 203\.0\.113\.1 is not an address of this machine/],
  ]
  for (const [name, env, words] of wrongSettings) {
    it(`says ${name} in one line and exits with 2`, async () => {
      const { code, stderr, stdout } = await emptyFolder(env).run(['serve'])
      assert.equal(code, 2)
      assert.match(stderr, words)
      assert.equal(stderr.trim().split('\n').length, 1)
      assert.equal(stdout, '')
    })
  }

  it('reads showcaller.toml, and says what is wrong in it', async () => {
    const place = emptyFolder()
    writeFileSync(join(place.folder, 'showcaller.toml'), 'names = "brand"\n')
    const server = await place.serve()
    const answer = await fetch(`${server.url}/openapi.json`)
    assert.match(await answer.text(), /get-kick-subscribers/)
    await server.stop()
    for (const [text, words] of [
      ['names = ', /showcaller\.toml cannot be read/],
      ['colour = "red"', /unknown setting colour/],
      ['names = "pretty"', /names in showcaller\.toml must be one of/],
    ] as const) {
      writeFileSync(join(place.folder, 'showcaller.toml'), text)
      const { code, stderr } = await place.run(['serve'])
      assert.equal(code, 2)
      assert.match(stderr, words)
    }
  })

  it('says that a port is in use, in one line, and exits with 2', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const { code, stderr } = await emptyFolder({ PORT: String(port) }).run(['serve'])
    other.close()
    assert.equal(code, 2)
    assert.match(stderr, new RegExp(`^showcaller: port ${port} on 127\\.0\\.0\\.1 is in use`))
    assert.equal(stderr.trim().split('\n').length, 1)
  })

  it('says that the data folder is in use by another server, and exits with 2', async () => {
    const place = emptyFolder()
    const server = await place.serve()
    const { code, stderr } = await place.run(['serve'])
    assert.equal(code, 2)
    assert.match(stderr, /is in use by another Showcaller/)
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200, 'the first one keeps working')
    await server.stop()
  })

  it('says that the data folder cannot be written, and exits with 2', async () => {
    const place = emptyFolder()
    writeFileSync(join(place.folder, 'a-file'), '')
    const { code, stderr } = await place.run(['serve'], { SHOWCALLER_DATA: join(place.folder, 'a-file', 'data') })
    assert.equal(code, 2)
    assert.match(stderr, /cannot be written/)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
})

/** A file of the bundle is many files of the source, which its source map lists. */
function sourcesOf(line: string): string[] {
  const [, file] = /^loads (dist\/server\/.+\.mjs)$/.exec(line) ?? []
  // What the bundler adds itself has no source.
  if (file === undefined || file.includes('/rolldown-runtime-')) return [line]
  const { sources } = JSON.parse(readFileSync(new URL(`${file}.map`, folder), 'utf8')) as { sources: string[] }
  return sources.map((source) => `loads ${new URL(source, new URL(file, folder)).href.replace(root, '')}`)
}
