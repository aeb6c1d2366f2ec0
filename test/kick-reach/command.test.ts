import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { openTunnelStage, type TunnelStage } from './tunnel-stage.ts'

runsOn('sqlite', { because: 'it is about a program and its network; nothing of it is stored' })
isSlow('it runs a program for every check of the tunnel')

const url = 'https://show.example'

/** A tunnel program: notes how it was started, and stays until it is ended. */
const program = `
import { appendFileSync } from 'node:fs'
const [file, ...rest] = process.argv.slice(2)
const note = (what) => appendFileSync(file, JSON.stringify(what) + '\\n')
process.on('SIGTERM', () => { note({ ended: process.pid }); process.exit(0) })
note({ pid: process.pid, rest, variables: Object.keys(process.env) })
setInterval(() => {}, 1000)
`

describe('a tunnel program of the operator', () => {
  const folder = createTemporaryFolder()
  const script = join(folder.path, 'tunnel.mjs')
  const notes = join(folder.path, 'notes')
  writeFileSync(script, program)
  let stage: TunnelStage | undefined
  let closeEdge = async () => {}
  afterEach(async () => {
    await stage?.close()
    stage = undefined
    await closeEdge()
    rmSync(notes, { force: true })
  })

  const noted = (): { pid?: number; ended?: number; rest?: string[]; variables?: string[] }[] =>
    existsSync(notes)
      ? readFileSync(notes, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  const starts = () => noted().flatMap(({ pid }) => pid ?? [])

  const runs = () => starts().length > 0

  /** The way from the internet to the server; `host` is what the tunnel makes of the Host header. */
  async function openEdge(host: (given: string) => string, isOpen = () => true) {
    const edge = createServer(async (req, res) => {
      await eventually('the tunnel to be open', isOpen)
      const headers = { ...req.headers, host: host(req.headers.host ?? '') }
      const port = stage?.app.port ?? portOfServer()
      const onward = request({ port, host: '127.0.0.1', path: req.url, method: req.method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      })
      onward.on('error', () => res.writeHead(502).end())
      req.pipe(onward)
    })
    await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve))
    closeEdge = async () => {
      edge.closeAllConnections()
      await new Promise((resolve) => edge.close(resolve))
    }
    const { port } = edge.address() as AddressInfo
    return { connectTo: () => ({ host: '127.0.0.1', port }) }
  }
  /** The program got the port of the server. */
  const portOfServer = () => Number(noted().at(-1)?.rest?.[0])

  const command = [process.execPath, script, notes, '{port}', '$HOME; echo `id`'] as const

  it('is started with the words of its command, watched, started again, and ended with the server', async () => {
    const edge = await openEdge((given) => given, runs)
    stage = await openTunnelStage(edge, { url, command, environment: { TOKEN: 'of the tunnel' } })
    const { webhook_address: address, working, tunnel } = await stage.hasTunnel('on')
    assert.deepEqual([address, working, tunnel.kind], [`${url}/webhooks/kick`, ['tunnel'], 'command'])
    assert.deepEqual(noted()[0]?.rest, [String(stage.app.port), '$HOME; echo `id`'], 'no shell has seen them')
    assert.deepEqual(noted()[0]?.variables, ['TOKEN'])
    const [first = 0] = starts()
    process.kill(first, 'SIGKILL')
    await eventually('it was started again', () => starts().length === 2)
    await stage.hasTunnel('on')
    await stage.owner.call('set-kick-reach', { way: 'tunnel', enabled: true }, { status: 400 })
    await stage.close()
    stage = undefined
    assert.deepEqual(noted().at(-1), { ended: starts()[1] })
  })

  it('is closed when it replaces the host name, because everybody would see the panel', async () => {
    const edge = await openEdge(() => 'localhost', runs)
    stage = await openTunnelStage(edge, { url, command, environment: {} })
    await stage.hasTunnel('needs_you', 'rewrites_host')
    await eventually('it has ended', () => noted().at(-1)?.ended !== undefined)
  })

  it('that cannot be started is tried again, with pauses', async () => {
    const edge = await openEdge((given) => given)
    stage = await openTunnelStage(edge, { url, command: ['/nonexistent/program'], environment: {} })
    await eventually('it was tried again and again', () => {
      return (stage?.app.logLines ?? []).filter((line) => line.includes('the tunnel program ended')).length >= 3
    })
    const pauses = stage.app.logLines.flatMap((line) => /"pauseMs":(\d+)/.exec(line)?.[1] ?? [])
    assert.deepEqual(pauses.slice(0, 3), ['10', '20', '40'])
  })

  it('that others run is only proved', async () => {
    const edge = await openEdge((given) => given)
    stage = await openTunnelStage(edge, { url, environment: {} })
    assert.equal((await stage.hasTunnel('on')).tunnel.kind, 'address')
  })
})

describe('the settings of tunnels', () => {
  const read = (env: Record<string, string>) => readConfig(env, '/nonexistent').then(({ tunnel }) => tunnel)

  it('come from the environment, with a command that is a list of words', async () => {
    const tunnel = await read({
      SHOWCALLER_TUNNEL_URL: 'https://show.example/',
      SHOWCALLER_TUNNEL_COMMAND: '["cloudflared", "tunnel", "run", "a,b c"]',
      SHOWCALLER_TAILSCALE: '/opt/tailscale',
    })
    assert.deepEqual(tunnel, {
      url: 'https://show.example',
      command: ['cloudflared', 'tunnel', 'run', 'a,b c'],
      tailscale: '/opt/tailscale',
      environment: {},
    })
  })

  it('come from the settings file, too', async () => {
    const { path, remove } = createTemporaryFolder()
    writeFileSync(join(path, 'showcaller.toml'), 'tunnel_url = "https://a.example"\ntunnel_command = ["x", "y,z"]\n')
    const { tunnel } = await readConfig({}, path)
    remove()
    assert.deepEqual([tunnel?.url, tunnel?.command], ['https://a.example', ['x', 'y,z']])
  })

  it('leave out of the programs’ environment what is this server’s own', async () => {
    const tunnel = await read({
      PATH: '/bin',
      TUNNEL_TOKEN: 't',
      SHOWCALLER_SECRET: 'x'.repeat(32),
      SHOWCALLER_KICK_CLIENT_ID: 'a',
      SHOWCALLER_KICK_CLIENT_SECRET: 'b',
      DATABASE_URL: 'postgres://user:password@host/db',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=secret',
      NODE_OPTIONS: '--inspect',
      PORT: '4400',
    })
    assert.deepEqual(tunnel?.environment, { PATH: '/bin', TUNNEL_TOKEN: 't' })
  })

  for (const [env, sentence] of [
    [{ SHOWCALLER_TUNNEL_COMMAND: '["x"]' }, /SHOWCALLER_TUNNEL_COMMAND requires SHOWCALLER_TUNNEL_URL/],
    [{ SHOWCALLER_TUNNEL_URL: 'https://x.example', SHOWCALLER_TUNNEL_COMMAND: 'x y' }, /must be a list of words/],
    [{ SHOWCALLER_TUNNEL_URL: 'https://x.example', SHOWCALLER_TUNNEL_COMMAND: '["x", 1]' }, /must be a list of words/],
    [{ SHOWCALLER_TUNNEL_URL: 'http://x.example' }, /must be an address that begins with https/],
    [{ SHOWCALLER_TUNNEL_URL: 'https://x.example/path' }, /without a path/],
  ] as const) {
    it(`are refused when they are wrong: ${JSON.stringify(env)}`, async () => {
      await assert.rejects(read(env), sentence)
    })
  }
})
