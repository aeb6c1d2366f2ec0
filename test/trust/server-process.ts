import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ownBin = fileURLToPath(new URL('../../bin/showcaller.mjs', import.meta.url))

const giveUpMs = 60_000
const askEveryMs = 5

export interface ServerProcess {
  readonly pid: number
  /** Resolves once `/readyz` answers 200. What it or we stood in line for a processor is not counted as its time. */
  readonly ready: Promise<{ readonly url: string; readonly port: number; readonly readyMs: number }>
  /** Everything it has printed. */
  output(): string
  residentBytes(): number
  isAlive(): boolean
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** Asks it to stop; resolves with its exit code. */
  stop(): Promise<number | null>
}

/** The real server as its own process on a data folder and a free port, perhaps `under` a command that watches it. */
export function startServer(
  folder: string,
  {
    bin = ownBin,
    log = 'warn',
    env = {},
    under = [],
  }: { bin?: string; log?: string; env?: Record<string, string>; under?: string[] } = {},
): ServerProcess {
  const started = performance.now()
  const [command = '', ...args] = [...under, process.execPath, bin, 'serve']
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', SHOWCALLER_DATA: folder, SHOWCALLER_LOG: log, ...env },
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the server process could not be started')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  endWithUs(child)
  const ready = becomeReady(child, () => printed, started)
  // Whoever kills it before it is ready does not ask whether it became so.
  ready.catch(() => {})
  return {
    pid,
    ready,
    output: () => printed,
    residentBytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGTERM')
      return gone
    },
  }
}

async function becomeReady(child: ChildProcess, printed: () => string, started: number) {
  const startedAt = ownTimeMs(process.pid) - (performance.now() - started)
  while (performance.now() - started < giveUpMs) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the server ended before it was ready: ${printed()}`)
    }
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0]
    const { pid } = child
    if (url !== undefined && pid !== undefined && (await isReady(url))) {
      return { url, port: Number(new URL(url).port), readyMs: ownTimeMs(process.pid, pid) - startedAt }
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
  throw new Error(`the server was not ready after ${giveUpMs} ms: ${printed()}`)
}

/** How long a process has stood in line for a processor, which on a busy machine is most of its time. Linux tells. */
export function queuedMs(pid: number | undefined): number {
  const path = `/proc/${pid}/schedstat`
  if (!existsSync(path)) return 0
  return Number(readFileSync(path, 'utf8').split(' ')[1]) / 1_000_000
}

/** The time, as far as none of these processes stood in line for a processor: only its differences mean anything. */
export function ownTimeMs(...pids: readonly number[]): number {
  return pids.reduce((time, pid) => time - queuedMs(pid), performance.now())
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`)
    await response.text()
    return response.status === 200
  } catch {
    return false
  }
}

/** A test run that is cut short leaves no server behind. */
function endWithUs(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
}
