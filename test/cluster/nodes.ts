import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendToServer } from '../../src/cli/control-server.ts'
import type { ControlName, ControlRequest } from '../../src/cli/controls.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { findProgram } from '../tools/programs.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ServerNode = Awaited<ReturnType<typeof createServerNode>>

/** One server of several, as a process of its own; it keeps its port over restarts. */
export async function createServerNode(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-node-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    SHOWCALLER_DATA: join(folder, 'data'),
    ...env,
  }
  let child: ChildProcess | undefined
  let output = ''

  /** `bin`: the entry point of another version. */
  async function start(bin = join(root, 'bin/showcaller.mjs')): Promise<void> {
    const command = [bin, 'serve', ...args]
    const server = spawn(process.execPath, command, { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
    child = server
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    await eventually('a node to be ready', async () => {
      if (server.exitCode !== null) throw new Error(`the node ended with ${server.exitCode}: ${output}`)
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200
    })
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const server = child
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return null
    const ended = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)))
    server.kill(signal)
    return ended
  }

  return {
    url,
    port,
    start,
    /** Everything it said, over all its lives. */
    output: () => output,
    key: () => /Bearer (sc_live_\w+)/.exec(output)?.[1] ?? '',
    overlayToken: () => /overlay#(ov_\w+)/.exec(output)?.[1] ?? '',
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    /** As its command line would. */
    // biome-ignore lint/suspicious/noExplicitAny: each answers something else
    async control(name: ControlName, request: ControlRequest): Promise<any> {
      return sendToServer(join(folder, 'data'), name, request)
    },
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
    },
    async remove(): Promise<void> {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The shipped configuration of the load balancer, with the addresses of these nodes. */
export async function startBalancer(nodes: readonly { readonly port: number }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-balancer-'))
  const port = await freePort()
  const shipped = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
  const config = nodes
    .reduce((text, node, index) => text.replace(`node${index + 1}:4400`, `127.0.0.1:${node.port}`), shipped)
    .replace('bind :4400', `bind 127.0.0.1:${port}`)
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, config)
  const child = spawn(findProgram('haproxy'), ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', () => {})
  const url = `http://127.0.0.1:${port}`
  await eventually(
    'the load balancer to be ready',
    async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200,
  )
  return {
    url,
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
