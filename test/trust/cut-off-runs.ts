import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunStatus } from '../../src/capabilities/automations/contract/automations.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { eventually } from '../eventually.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { post } from './post.ts'
import type { Faults, Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { withWorld } from './world.ts'

/** As many as one node runs at once. */
const runsPerKill = 1_000
const callers = 16
const keyCount = 190
const timeoutMs = 30_000
const patienceMs = 300_000
const account = 'mixed1'

/**
 * Each step that changes something adds another number of points, so that what a run did can be read in the log. The
 * waits are long enough that a thousand runs have begun before the first has ended, each somewhere else in its steps.
 */
const added = [1, 2, 4, 8]
const waits = [0.5, 1.5, 3, 120]
const steps = added.flatMap((amount, index) => [
  { type: 'points', target: account, amount, platform: 'kick' },
  { type: 'wait', seconds: waits[index] },
])

interface StoredRun {
  readonly status: RunStatus
  /** The paths of the steps that are recorded as done. */
  readonly done: readonly string[]
  /** What its steps added, in this order. */
  readonly amounts: readonly number[]
}

const listRuns = sql<{ channel: number; automation: number }, { id: number; status: RunStatus; steps: string }>(
  'SELECT id, status, steps FROM automation_runs WHERE channel_id = :channel AND automation_id = :automation ORDER BY id',
)
const listChanges = sql<{ channel: number }, { request_id: string; data: string }>(
  `SELECT request_id, data FROM events WHERE channel_id = :channel AND kind = 'points.changed'
   AND request_id LIKE 'automation-run-%' ORDER BY seq`,
)

/**
 * Starts automations whose steps change points and wait in between, kills the server in the middle of them, and compares
 * what the log and the records said at that moment with what they say after the next start: nothing was added since, no
 * step was done twice, every run that was under way is shown as cut off, and every run that was acknowledged is there.
 */
export const cutOffRuns: Proof = {
  name: 'cut-off-runs',
  promise: 'kill -9 in the middle of a thousand automations: no step is repeated, and each is shown as cut off.',
  unit: 'runs',
  fullCount: 10_000,
  engines: ['sqlite', 'postgres'],

  async run({ count, seed, engine, faults, goesOn }) {
    const random = createRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-runs-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const env: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url() }
    const sum = { kills: 0, acknowledged: 0, 'cut off': 0, 'done before the kill': 0, 'in the middle of a step': 0 }
    let server: ServerProcess | undefined
    try {
      const { keys, id, shortId } = await withWorld(place, async ({ ctx, channel, openAccounts, makeKeys }) => {
        await openAccounts([account], 0)
        const cause = { channel, actor: 'test', requestId: 'test' }
        const save = (name: string, own: readonly Record<string, unknown>[]) => {
          const written = {
            version: 1,
            name,
            active: 1,
            trigger: { type: 'manual' },
            conditions: [],
            steps: [...own],
          } as const
          return ctx.db.write((tx) => ctx.automationParts.automations.save(tx, cause, written))
        }
        const long = await save('Long', steps)
        const short = await save('Short', [{ type: 'wait', seconds: 0.2 }])
        return { keys: await makeKeys(keyCount), id: long.id, shortId: short.id }
      })
      for (let done = 0; goesOn(done); ) {
        const wanted = Math.min(runsPerKill, count - done)
        server = startServer(folder, { env })
        const { port } = await server.ready
        const caller = createCaller(port, keys)
        // Some more, so that the kill also meets runs that begin.
        const started = startRuns(caller, id, wanted + random.between(0, 2 * callers))
        const hasBegun = () => started.acknowledged.length >= wanted || started.wrong.length > 0
        await eventually(`${wanted} runs to begin`, hasBegun, patienceMs)
        await server.kill()
        await started.over
        for (const wrong of started.wrong) faults.add(wrong)
        caller.close()
        const killed = await readRuns(place, id)

        server = startServer(folder, { env })
        const next = createCaller((await server.ready).port, keys)
        const last = Math.max(...started.acknowledged)
        const statusOf = async (run: number) =>
          JSON.parse((await next.call('get-automation-run', { run_id: run })).text)
        await eventually('the runs to be closed', async () => (await statusOf(last)).status !== 'running')
        // Whatever would go on by itself has had the time for its next step.
        const [another = 0] = await startRuns(next, shortId, 1).over
        await eventually('one more run', async () => (await statusOf(another)).status === 'done')
        next.close()
        await server.stop()
        const later = await readRuns(place, id)

        compare(killed, later, faults)
        for (const run of started.acknowledged)
          if (!killed.has(run)) faults.add(`run ${run} was acknowledged and is lost`)
        const runs = [...killed.values()].filter(({ status }) => status === 'running')
        sum.kills++
        sum.acknowledged += started.acknowledged.length
        sum['cut off'] += runs.length
        sum['done before the kill'] += started.acknowledged.filter((run) => killed.get(run)?.status === 'done').length
        sum['in the middle of a step'] += runs.filter((run) => run.amounts.length > pointsDone(run)).length
        done += started.acknowledged.length
      }
      return sum
    } finally {
      await server?.kill()
      await postgres?.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function createCaller(port: number, keys: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  let calls = 0
  return {
    call: (operation: string, body: object) =>
      post({ agent, port, timeoutMs }, operation, body, { authorization: `Bearer ${keys[calls++ % keys.length]}` }),
    close: () => agent.destroy(),
  }
}

/** `over` resolves with the runs that were acknowledged, when no call is under way any more. */
function startRuns({ call }: ReturnType<typeof createCaller>, id: number, count: number) {
  const acknowledged: number[] = []
  const wrong: string[] = []
  let left = count
  async function goOn(): Promise<void> {
    while (left-- > 0) {
      const answer = await call('run-automation', { id }).catch(() => undefined)
      // Killed.
      if (answer === undefined) return
      if (answer.status === 200) acknowledged.push(JSON.parse(answer.text).run_id)
      else if (answer.text.includes('"overloaded"')) left++
      else wrong.push(`run-automation was answered with ${answer.status}: ${answer.text}`)
    }
  }
  const over = Promise.all(Array.from({ length: Math.min(callers, count) }, goOn)).then(() => acknowledged)
  return { acknowledged, wrong, over }
}

/** What is stored of the automation's runs, while no server runs. */
async function readRuns(
  place: { dataFolder: string; databaseUrl: string | undefined },
  automation: number,
): Promise<Map<number, StoredRun>> {
  return withWorld(place, async ({ ctx, channel }) => {
    const amounts = new Map<number, number[]>()
    for (const { request_id, data } of await ctx.db.all(listChanges, { channel: channel.id })) {
      const run = Number(request_id.split('-')[2])
      amounts.set(run, [...(amounts.get(run) ?? []), JSON.parse(data).delta])
    }
    const rows = await ctx.db.all(listRuns, { channel: channel.id, automation })
    return new Map(
      rows.map(({ id, status, steps: recorded }) => {
        const done = (JSON.parse(recorded) as { path: string; status: string }[]).filter(
          (step) => step.status === 'done',
        )
        return [id, { status, done: done.map(({ path }) => path), amounts: amounts.get(id) ?? [] }]
      }),
    )
  })
}

function compare(killed: ReadonlyMap<number, StoredRun>, later: ReadonlyMap<number, StoredRun>, faults: Faults): void {
  for (const [id, run] of killed) {
    const now = later.get(id)
    if (now === undefined) {
      faults.add(`run ${id} is gone`)
      continue
    }
    const expected = run.status === 'running' ? 'cut_off' : run.status
    if (now.status !== expected) faults.add(`run ${id} was ${run.status} and is ${now.status}`)
    if (now.amounts.length !== run.amounts.length) faults.add(`run ${id} went on: ${run.amounts}, now ${now.amounts}`)
    const prefix = added.slice(0, now.amounts.length)
    if (String(now.amounts) !== String(prefix)) faults.add(`run ${id} added ${now.amounts}`)
    // A step is recorded before the wait that follows it begins.
    if (![0, 1].includes(now.amounts.length - pointsDone(now)))
      faults.add(`run ${id} says it did ${now.done}, and added ${now.amounts}`)
  }
}

/** How many of its steps that change points are recorded as done. Every second step waits. */
function pointsDone({ done }: StoredRun): number {
  return done.filter((path) => Number(path) % 2 === 1).length
}
