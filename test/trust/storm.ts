import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { WrittenAutomation } from '../../src/capabilities/automations/contract/automations.ts'
import { automationRun } from '../../src/capabilities/automations/contract/automations.ts'
import { defaultsOf } from '../../src/kernel/schema/schema.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { post } from './post.ts'
import type { Proof } from './proof.ts'
import { queuedMs } from './server-process.ts'
import type { StormOrder, StormReport } from './storm-server.ts'
import { withWorld } from './world.ts'

const perSecond = 1_000
const secondsEach = 4
const callEveryMs = 20
const keyCount = 190
const timeoutMs = 30_000
/** What automations may add: to the median and the slow calls of others, compared with the same storm without them. */
const goals = { median: 2, p95: 3, memory: 1.5, running: 1_000, queued: 100 }
const account = 'mixed1'
/** Half of the time, followers have the name that the automations wait for. */
const names = { met: 'Fan', other: 'Somebody' }

/** Twenty that start with every follower of the name: at once, one after the other, one at a time, with a cooldown. */
function automations(): WrittenAutomation[] {
  const steps = [
    { type: 'points', amount: 1 },
    { type: 'wait', seconds: 1 },
    { type: 'points', amount: 1 },
  ]
  const kinds = [
    { mode: 'parallel', limit_per_minute: 600 },
    { mode: 'queue', limit_per_minute: 600 },
    { mode: 'drop' },
    { mode: 'parallel', cooldown_seconds: 1 },
  ] as const
  return Array.from({ length: 20 }, (_, n) => ({
    version: 1,
    name: `Storm ${n}`,
    active: 1,
    trigger: { type: 'event', event: 'follow', where: { displayname: names.met } },
    conditions: [],
    run: { ...defaultsOf(automationRun), ...kinds[n % kinds.length] },
    steps,
  }))
}

/**
 * A thousand follows a second, first by people for whom no automation waits and then by people whose follow starts
 * twenty, in turns. Meanwhile somebody else reads and writes points. Times are without what server and caller waited for
 * a processor.
 */
export const storm: Proof = {
  name: 'storm',
  promise: 'A thousand events a second that start automations delay nobody else; memory and queues are bounded.',
  unit: 'events',
  fullCount: 200_000,
  engines: ['sqlite', 'postgres'],

  async run({ count, engine, faults, goesOn }) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-storm-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const keys = await withWorld(place, async ({ ctx, channel, openAccounts, makeKeys }) => {
      await openAccounts([account], 0)
      const cause = { channel, actor: 'test', requestId: 'test' }
      for (const one of automations()) await ctx.db.write((tx) => ctx.automationParts.automations.save(tx, cause, one))
      return makeKeys(keyCount)
    })
    const server = await startStormServer([folder, ...(postgres === undefined ? [] : [postgres.url()])])
    const caller = createCaller(server, keys)
    const most = { slowestMs: 0, running: 0, queued: 0, refused: 0 }
    const times: Record<keyof typeof names, number[]> = { met: [], other: [] }
    try {
      const seconds = Math.min(secondsEach, count / perSecond / 2)
      // Every key has been used once when a long measurement begins.
      await caller.callFor(seconds * 1000)
      const idleBytes = server.residentBytes()
      let mostBytes = idleBytes
      let done = 0
      // Each half at least once, however many events a busy machine catches up on.
      for (let round = 0; goesOn(done) || round < 2; round++) {
        const kind = round % 2 === 0 ? 'other' : 'met'
        await server.order({ do: 'begin', perSecond, name: names[kind] })
        times[kind].push(...(await caller.callFor(seconds * 1000)))
        mostBytes = Math.max(mostBytes, server.residentBytes())
        const { stored, refused, slowestMs, running, queued } = await server.order({ do: 'end' })
        done += stored
        most.refused += refused
        most.slowestMs = Math.max(most.slowestMs, slowestMs)
        most.running = Math.max(most.running, running)
        most.queued = Math.max(most.queued, queued)
      }
      const [median, p95] = [0.5, 0.95].map((share) => at(times.met, share) / at(times.other, share))
      const memory = mostBytes / idleBytes
      // A few calls say nothing about the slow ones.
      if (done >= perSecond * secondsEach * 2) {
        if ((median ?? 0) > goals.median) faults.add(`the median of other calls is ${median?.toFixed(1)} times as long`)
        if ((p95 ?? 0) > goals.p95) faults.add(`the 95th percentile of other calls is ${p95?.toFixed(1)} times as long`)
        if (memory > goals.memory) faults.add(`${memory.toFixed(1)} times the memory of an idle server`)
      }
      if (most.running > goals.running) faults.add(`${most.running} automations ran at once`)
      if (most.queued > goals.queued * automations().length) faults.add(`${most.queued} starts waited`)
      if (most.running === 0) faults.add('no automation ran')
      for (const fault of caller.faults) faults.add(fault)
      const shown = (kind: keyof typeof names) =>
        [0.5, 0.95].map((share) => at(times[kind], share).toFixed(1)).join('/')
      return {
        'calls of others, median/p95 ms, without automations': shown('other'),
        'with automations': shown('met'),
        'most automations at once': most.running,
        'most starts that waited': most.queued,
        'slowest event, ms': Math.round(most.slowestMs),
        'refused, for the platform to send again': most.refused,
        'memory, MiB': `${Math.round(mostBytes / 2 ** 20)} of ${Math.round(idleBytes / 2 ** 20)} idle`,
      }
    } finally {
      caller.close()
      await server.close()
      await postgres?.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type StormServer = Awaited<ReturnType<typeof startStormServer>>

async function startStormServer(args: readonly string[]) {
  // Without the options of this process, which may be a test runner.
  const child: ChildProcess = fork(fileURLToPath(new URL('storm-server.ts', import.meta.url)), args, { execArgv: [] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const gone = once(child, 'exit')
  const ended = gone.then(() => Promise.reject(new Error('the server ended')))
  ended.catch(() => {})
  const answer = (): Promise<StormReport> =>
    Promise.race([
      new Promise<StormReport>((resolve) => child.once('message', (report) => resolve(report as StormReport))),
      ended,
    ])
  const { port = 0 } = await answer()
  return {
    port,
    pid: child.pid,
    residentBytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    order(order: StormOrder): Promise<StormReport> {
      const report = answer()
      child.send(order)
      return report
    },
    async close(): Promise<void> {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Somebody who reads and writes in turn, at a fixed rate, within the limits of their keys. */
function createCaller({ port, pid }: StormServer, keys: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const faults: string[] = []
  let calls = 0

  /** Both processes may have waited for a processor at the same time, so the true time is between the two. */
  async function time(): Promise<number> {
    const n = calls++
    const [operation, more] = n % 2 === 0 ? (['get-points', {}] as const) : (['add-points', { amount: 1 }] as const)
    const headers = { authorization: `Bearer ${keys[n % keys.length]}` }
    const [began, queued] = [performance.now(), queuedMs(pid) + queuedMs(process.pid)]
    const body = { username: account, platform: 'PlatformA', ...more }
    const { status, text } = await post({ agent, port, timeoutMs }, operation, body, headers).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }))
    // A busy machine refuses reads; that is what it promises.
    if (status !== 200 && !text.includes('"overloaded"')) faults.push(`${operation} was answered ${status}: ${text}`)
    const waited = queuedMs(pid) + queuedMs(process.pid) - queued
    return Math.max(0.01, performance.now() - began - waited)
  }

  return {
    faults,
    async callFor(ms: number): Promise<number[]> {
      const times: Promise<number>[] = []
      for (const until = performance.now() + ms; performance.now() < until; await delay(callEveryMs)) times.push(time())
      return Promise.all(times)
    },
    close: () => agent.destroy(),
  }
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
