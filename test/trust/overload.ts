import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeKey } from '../../src/capabilities/keys/key-format.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createPageClient } from '../overlay/page-client.ts'
import { post } from './post.ts'
import type { Faults, Figures, Proof } from './proof.ts'
import { queuedMs, type ServerProcess, startServer } from './server-process.ts'
import { withWorld } from './world.ts'

const callEveryMs = 50
const effectEveryMs = 700
const secondsEach = 8
const perSecond = 20_000
const goals = { callMs: 250, effectMs: 300, memory: 2, recoveredMs: 1000 }
const timeoutMs = 30_000

interface Attack {
  readonly name: string
  readonly connections: number
  /** So many calls are sent at a time, without waiting for an answer. */
  readonly depth: number
  readonly keys: 'valid' | 'made up'
}

const attacks: readonly Attack[] = [
  { name: 'made-up keys', connections: 2000, depth: 1, keys: 'made up' },
  { name: 'made-up keys, pipelined', connections: 2000, depth: 50, keys: 'made up' },
  { name: 'valid keys', connections: 2000, depth: 1, keys: 'valid' },
  { name: 'valid keys, pipelined', connections: 2000, depth: 50, keys: 'valid' },
  { name: 'valid keys, pipelined on one connection', connections: 1, depth: 50, keys: 'valid' },
]

/**
 * Thousands of connections, or one, send far more calls than one processor answers: reads, writes and leaderboards, one by
 * one and pipelined, with made-up and with valid keys. Meanwhile somebody else calls and triggers effects on a page, over
 * connections of their own. Times are without what the server and the caller waited for a processor, since the load takes
 * more than one.
 */
export const overload: Proof = {
  name: 'overload',
  promise: 'Whoever floods the server is slowed down; another caller and the overlay go on, and memory is bounded.',
  unit: 'attacks',
  fullCount: attacks.length,
  engines: ['sqlite'],

  async run({ count, faults, goesOn }) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-overload-'))
    const world = await withWorld({ dataFolder: folder }, async ({ ctx, channel, openAccounts, makeKeys }) => {
      await openAccounts(['mixed1'], 1000)
      const link = await ctx.overlays.link(channel)
      return { keys: await makeKeys(140), token: link.slice(link.indexOf('#') + 1) }
    })
    const own = world.keys.splice(0, 40)
    const server = startServer(folder)
    const figures: Record<string, string> = {}
    try {
      const { port, url } = await server.ready
      const page = createPageClient(url, { token: world.token })
      await page.connect()
      const other = createCaller(port, own, server)
      // So long that every key has been used once.
      await other.callFor(2 * own.length * callEveryMs)
      other.forget()
      const idleBytes = server.residentBytes()
      for (let done = 0; goesOn(done) && done < count; done++) {
        const attack = attacks[done % attacks.length]
        if (attack === undefined) break
        const keysFile = join(folder, `keys-${done}`)
        // Made-up ones have the right format, so that they are looked up.
        const keys = attack.keys === 'valid' ? world.keys : Array.from({ length: 500 }, () => makeKey(randomIds, false))
        writeFileSync(keysFile, keys.join('\n'))
        figures[attack.name] = await attackWith(attack, { port, keysFile, server, other, idleBytes, faults })
      }
      goesOn(count)
      return { ...figures, ...describeLoad() }
    } finally {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Scene {
  readonly port: number
  readonly keysFile: string
  readonly server: ServerProcess
  readonly other: ReturnType<typeof createCaller>
  readonly idleBytes: number
  readonly faults: Faults
}

async function attackWith({ name, connections, depth }: Attack, scene: Scene): Promise<string> {
  const { port, keysFile, server, other, idleBytes, faults } = scene
  const args = [...[port, connections, perSecond, depth].map(String), keysFile]
  // Without the options of this process, which may be a test runner.
  const driver = fork(fileURLToPath(new URL('overload-driver.ts', import.meta.url)), args, { execArgv: [] })
  const latest = lastReport(driver)
  await other.callFor(1000)
  other.forget()
  let mostBytes = 0
  const watch = setInterval(() => {
    mostBytes = Math.max(mostBytes, server.residentBytes())
  }, 100)
  await other.callFor(secondsEach * 1000)
  clearInterval(watch)
  const { calls, effects, slowestMs, statuses } = other.results()
  driver.send('end')
  await new Promise((resolve) => driver.once('exit', resolve))
  const over = performance.now() - queuedMs(server.pid)
  other.forget()
  await other.callFor(0)
  const recoveredMs = performance.now() - queuedMs(server.pid) - over
  other.forget()

  const [call, effect] = [percentile(calls, 0.99), percentile(effects, 0.99)]
  const memory = mostBytes / idleBytes
  const wrong = [...statuses].filter(([status]) => status !== 200)
  if (call > goals.callMs) faults.add(`${name}: p99 of another caller is ${Math.round(call)} ms`)
  if (effect > goals.effectMs) faults.add(`${name}: p99 of effects is ${Math.round(effect)} ms`)
  if (memory > goals.memory) faults.add(`${name}: ${memory.toFixed(1)} times the memory of an idle server`)
  if (recoveredMs > goals.recoveredMs) faults.add(`${name}: a call right after it took ${Math.round(recoveredMs)} ms`)
  for (const [status, times] of wrong) faults.add(`${name}: ${times} calls of another caller were answered ${status}`)
  const { offered, held, answers, bad, closed } = latest()
  if (bad > 0) faults.add(`${name}: ${bad} calls were answered 400`)
  return [
    `${Math.round(offered / (secondsEach + 1))}/s offered (${Math.round((held / offered) * 100)} % not taken)`,
    `${Math.round(answers / (secondsEach + 1))}/s answered, ${closed} connections closed`,
    `${calls.length} calls p50/p99 ${Math.round(percentile(calls, 0.5))}/${Math.round(call)} ms`,
    `${effects.length} effects p99 ${Math.round(effect)} ms`,
    `slowest by the clock ${Math.round(slowestMs)} ms`,
    `memory ${Math.round(mostBytes / 2 ** 20)} MiB of ${Math.round(idleBytes / 2 ** 20)} idle`,
    `first call afterwards ${Math.round(recoveredMs)} ms`,
    `load ${loadavg()[0]?.toFixed(1)}`,
  ].join(', ')
}

type Counts = Readonly<Record<'offered' | 'held' | 'answers' | 'bad' | 'closed', number>>

function lastReport(driver: ChildProcess): () => Counts {
  let latest: Counts = { offered: 1, held: 0, answers: 0, bad: 0, closed: 0 }
  driver.on('message', (counts: Counts) => {
    latest = counts
  })
  return () => latest
}

/** Somebody who calls twenty times a second and triggers an effect now and then, within the limits of their keys. */
function createCaller(port: number, keys: readonly string[], server: ServerProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let calls: number[] = []
  let effects: number[] = []
  const statuses = new Map<number, number>()
  let slowestMs = 0
  let next = 0
  /** Both processes may have waited for a processor at the same time, so the true time is between the two. */
  async function time(operation: string, body: object, into: number[]): Promise<void> {
    const headers = { Authorization: `Bearer ${keys[next++ % keys.length]}` }
    const began = performance.now()
    const queuedBefore = queuedMs(server.pid) + queuedMs(process.pid)
    const status = await post({ agent, port, timeoutMs }, operation, body, headers).then(
      (answer) => answer.status,
      () => 0,
    )
    const wallMs = performance.now() - began
    const queued = queuedMs(server.pid) + queuedMs(process.pid) - queuedBefore
    into.push(Math.max(0, wallMs - queued))
    slowestMs = Math.max(slowestMs, wallMs)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  return {
    /** Calls at a fixed rate, whether the calls before are answered or not, and waits for all answers. */
    async callFor(ms: number): Promise<void> {
      const pending: Promise<void>[] = []
      const startedAt = performance.now()
      let effectAt = 0
      do {
        const passed = performance.now() - startedAt
        pending.push(time('get-points', { username: 'mixed1', platform: 'PlatformA' }, calls))
        if (passed >= effectAt) {
          effectAt = passed + effectEveryMs
          pending.push(time('effect-trigger', { overlay_id: 'snow' }, effects))
        }
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, callEveryMs))
      } while (performance.now() - startedAt < ms)
      await Promise.all(pending)
    },
    results: () => ({ calls, effects, slowestMs, statuses: new Map(statuses) }),
    forget(): void {
      calls = []
      effects = []
      slowestMs = 0
      statuses.clear()
    },
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function describeLoad(): Figures {
  return {
    'load average': loadavg()
      .map((value) => value.toFixed(1))
      .join(' '),
  }
}
