import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Bench, Part } from '../bench.ts'
import type { Measured } from '../findings.ts'
import { treeCpuMs } from '../servers-cpu.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const giveUpMs = 300_000
const askEveryMs = 20

/** Every Node says that it is too old, except the one that `npm start` fetches into a clone. */
const pretendToBeOld = (clones: string) => `if (!process.execPath.startsWith(${JSON.stringify(clones)})) {
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
}`

/** `npm start` with nothing but the sources, until the first 200: where Node is present, and where it has to be fetched. */
export const clonePart: Part = {
  name: 'clone',
  async run(bench) {
    const old = join(bench.folder, 'old-node.cjs')
    writeFileSync(old, pretendToBeOld(realpathSync(bench.folder)))
    const [present, fetched]: [Started[], Started[]] = [[], []]
    for (let clone = 0; clone < bench.sizes.clones; clone++) {
      present.push(await startClone(bench))
      fetched.push(await startClone(bench, { NODE_OPTIONS: `--require=${old}` }))
    }
    return {
      measured: {
        'clone/time': timeOf(present),
        'clone/size': sizeOf(present),
        'clone/fetched-time': timeOf(fetched),
        'clone/fetched-size': sizeOf(fetched),
      },
    }
  },
}

interface Started {
  /** Undefined if the system does not report it. */
  readonly cpuMs: number | undefined
  readonly bytes: number
}

function timeOf(started: readonly Started[]): Measured {
  const rounds = started.flatMap(({ cpuMs }) => (cpuMs === undefined ? [] : [cpuMs / 1000]))
  return rounds.length === started.length ? { rounds } : { rounds: [], problem: 'this system does not report it' }
}

function sizeOf(started: readonly Started[]): Measured {
  return { rounds: started.map(({ bytes }) => bytes / 1e6) }
}

async function startClone(
  { folder, sizes, closeAtEnd }: Bench,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const clone = mkdtempSync(join(folder, 'clone-'))
  copySources(clone)
  const child = spawn('npm', ['start'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    // With its children: npm passes a signal on to none of them while it installs.
    detached: true,
    env: {
      ...environmentOfMachine(),
      // This Node, and none that an npm script has put before it.
      PATH: [dirname(process.execPath), ...pathsOfMachine()].join(delimiter),
      PORT: '0',
      // A run does not depend on what was downloaded before it.
      ...(sizes.sharesProcesses ? {} : { npm_config_cache: join(clone, '.cache/npm') }),
      ...env,
    },
  })
  const { pid } = child
  if (pid === undefined) throw new Error('npm could not be started')
  const gone = new Promise((resolve) => child.once('close', resolve))
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
    await gone
  }
  closeAtEnd(end)
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const deadline = performance.now() + giveUpMs
  while (!(await isReady(/http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}: ${printed}`)
    if (performance.now() > deadline) throw new Error(`npm start did not answer in time: ${printed}`)
    await pause(askEveryMs)
  }
  const started = { cpuMs: treeCpuMs(pid), bytes: bytesIn(join(clone, 'node_modules')) }
  await end()
  rmSync(clone, { recursive: true, force: true, maxRetries: 5 })
  return started
}

/** As they are in this clone, committed or not. */
function copySources(to: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const name of list.split('\0')) {
    if (name !== '' && existsSync(join(root, name))) cpSync(join(root, name), join(to, name))
  }
}

/** Such as its proxy and its certificates; nothing of npm, and no settings of a server. */
function environmentOfMachine(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(?:npm_|SHOWCALLER_|OTEL_|NODE_OPTIONS$)/.test(name))
  return Object.fromEntries(others)
}

function pathsOfMachine(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
}

function isReady(address: string | undefined): Promise<boolean> {
  if (address === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    get(`${address}/readyz`, (res) => resolve(res.resume().statusCode === 200)).on('error', () => resolve(false))
  })
}

/** The sizes of the files. What they take on a disk depends on its blocks. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) =>
      entry.isDirectory() ? bytesIn(join(folder, entry.name)) : lstatSync(join(folder, entry.name)).size,
    )
    .reduce((sum, bytes) => sum + bytes, 0)
}
