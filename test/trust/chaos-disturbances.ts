import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  cpSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { SmallDisk } from '../small-disk.ts'
import type { Load } from './chaos-load.ts'
import type { Faults } from './proof.ts'
import type { Random } from './random.ts'
import { ownTimeMs, type ServerProcess } from './server-process.ts'

const noticedWithinMs = 4000
const backWithinMs = 10_000
const pageBytes = 4096

/** A server under load, and what a disturbance may do with it. */
export interface Scene {
  readonly folder: string
  readonly database: string
  /** A good database with other content. */
  readonly older: string
  readonly disk: SmallDisk
  readonly server: ServerProcess
  readonly url: string
  readonly load: Load
  readonly random: Random
  readonly faults: Faults
}

export interface Disturbance {
  readonly name: string
  /** `lasting`: the server is not ready any more and a restart is needed; the database is then not the same. */
  readonly outcome: 'back' | 'lasting'
  run(scene: Scene): Promise<void>
}

/** What happens to a running server. Those first that no other test has. */
export const disturbances: readonly Disturbance[] = [
  {
    name: 'process stopped for some seconds',
    outcome: 'back',
    async run({ server, random }) {
      process.kill(server.pid, 'SIGSTOP')
      await delay(random.between(1500, 4000))
      process.kill(server.pid, 'SIGCONT')
    },
  },
  {
    name: 'clock moved',
    outcome: 'back',
    async run({ server, load, faults }) {
      // A day forward, then two back: `movableClock` below.
      for (let step = 0; step < 2; step++) {
        process.kill(server.pid, 'SIGUSR2')
        const before = load.acknowledged()
        const goesOn = await comesTrue(server, () => load.acknowledged() > before + 20, backWithinMs)
        if (!goesOn) faults.add('writes stopped when the clock was moved')
      }
    },
  },
  {
    name: 'file limit reached',
    outcome: 'back',
    async run({ server, url, load, faults }) {
      const handles = readdirSync(`/proc/${server.pid}/fd`).length
      const before = execFileSync('prlimit', [
        '--pid',
        String(server.pid),
        '--nofile',
        '--noheadings',
        '-o',
        'SOFT,HARD',
      ])
      const [soft, hard] = before.toString().trim().split(/\s+/)
      execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${handles}:${hard}`])
      const { hostname, port } = new URL(url)
      const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname).on('error', () => {}))
      const acknowledged = load.acknowledged()
      const goesOn = await comesTrue(server, () => load.acknowledged() > acknowledged + 20, backWithinMs)
      if (!goesOn) faults.add('open connections were not served at the file limit')
      // Its code is loaded with the first visit, which fails now.
      const early = await pageStatus(url)
      for (const socket of sockets) socket.destroy()
      execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${soft}:${hard}`])
      const isServed = await comesTrue(server, async () => (await pageStatus(url)) === 200, backWithinMs)
      if (!isServed) faults.add(`the first page was answered ${early}, and ${await pageStatus(url)} after the limit`)
    },
  },
  {
    name: 'disk full',
    outcome: 'back',
    async run({ server, disk, load, faults }) {
      disk.fill()
      const isCalledSo = await comesTrue(server, () => load.refused('disk_full') > 0, noticedWithinMs)
      if (!isCalledSo) faults.add('no write was refused as disk_full')
      disk.free()
    },
  },
  {
    name: 'folder moved away and back',
    outcome: 'back',
    async run(scene) {
      const away = `${scene.folder}-away`
      renameSync(scene.folder, away)
      await assertRefusing(scene, performance.now())
      renameSync(away, scene.folder)
    },
  },
  {
    name: 'folder deleted',
    outcome: 'lasting',
    async run(scene) {
      rmSync(scene.folder, { recursive: true })
      await assertRefusing(scene, performance.now())
    },
  },
  {
    name: 'database replaced by another file',
    outcome: 'lasting',
    async run(scene) {
      const incoming = `${scene.database}.new`
      copyFileSync(scene.older, incoming)
      renameSync(incoming, scene.database)
      await assertRefusing(scene, performance.now())
    },
  },
  {
    name: 'database emptied',
    outcome: 'lasting',
    async run(scene) {
      truncateSync(scene.database)
      await assertNotReady(scene)
    },
  },
]

/** Loaded into the server for `clock moved`: a signal moves the clock a day forward, the next one two days back. */
export const movableClock = `
  const real = Date.now; let offset = 0; const steps = [864e5, -1728e5]
  Date.now = () => real() + offset
  process.on('SIGUSR2', () => { offset += steps.shift() ?? 0 })`

/** What is found at a start. Returns whether the start must be refused; undefined when either is right. */
export const brokenFiles: readonly {
  name: string
  isRefused: boolean | undefined
  breaks(file: string, random: Random): void
}[] = [
  { name: 'missing', isRefused: true, breaks: (file) => rmSync(file) },
  { name: 'empty', isRefused: true, breaks: (file) => truncateSync(file) },
  {
    name: 'truncated',
    isRefused: true,
    breaks: (file, random) => truncateSync(file, random.between(1, statSync(file).size / pageBytes - 1) * pageBytes),
  },
  {
    name: 'one page damaged',
    isRefused: undefined,
    breaks(file, random) {
      const page = random.between(1, statSync(file).size / pageBytes - 1)
      const handle = openSync(file, 'r+')
      writeSync(handle, Buffer.alloc(pageBytes, random.between(0, 255)), 0, pageBytes, page * pageBytes)
      closeSync(handle)
    },
  },
]

export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  await response?.text()
  return response?.status === 200
}

async function pageStatus(url: string): Promise<number | undefined> {
  const response = await fetch(`${url}/openapi.json`).catch(() => undefined)
  await response?.text()
  return response?.status
}

/** What the server or this process stands in line for a processor does not count. */
export async function comesTrue(
  { pid }: ServerProcess,
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = ownTimeMs(pid, process.pid) + withinMs
  while (!(await isSo())) {
    if (ownTimeMs(pid, process.pid) > deadline) return false
    await delay(10)
  }
  return true
}

export async function assertBack({ server, url, load, faults }: Scene, name: string): Promise<void> {
  const before = load.acknowledged()
  const isBack = await comesTrue(
    server,
    async () => load.acknowledged() > before + 20 && (await isReady(url)),
    backWithinMs,
  )
  if (!isBack) faults.add(`${name}: not back within ${backWithinMs} ms`)
}

/** From the moment on no write is acknowledged, and the server says that it is not ready. */
async function assertRefusing(scene: Scene, moment: number): Promise<void> {
  await assertNotReady(scene)
  if (scene.load.wasAcknowledgedAfter(moment)) scene.faults.add('a write was acknowledged although its file was gone')
}

async function assertNotReady({ server, url, faults }: Scene): Promise<void> {
  const isNoticed = await comesTrue(server, async () => !(await isReady(url)), noticedWithinMs)
  if (!isNoticed) faults.add(`still ready after ${noticedWithinMs} ms`)
}

export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.sock') })
}
