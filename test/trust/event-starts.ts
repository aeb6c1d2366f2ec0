import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/kernel/storage/database.ts'
import { eventually } from '../eventually.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { post } from './post.ts'
import type { Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { withWorld } from './world.ts'

const eventsPerStop = 250
const callers = 16
const keyCount = 190
const timeoutMs = 30_000
const patienceMs = 300_000
/** Each has two automations of its own, so that none reaches the most starts that one may have in a minute. */
const accounts = Array.from({ length: 10 }, (_, number) => `mixed${number}`)

const listEvents = sql<{ channel: number; limit: number }, { seq: number; data: string }>(
  `SELECT seq, data FROM events WHERE channel_id = :channel AND kind = 'points.changed' AND actor LIKE 'key:%'
   ORDER BY seq LIMIT :limit`,
)
const listRuns = sql<{ channel: number; limit: number }, { id: number; seq: number }>(
  `SELECT automation_id AS id, event_seq AS seq FROM automation_runs
   WHERE channel_id = :channel AND event_seq IS NOT NULL ORDER BY automation_id LIMIT :limit`,
)
const listWaiting = sql<{ channel: number; limit: number }, { id: number; seq: number }>(
  `SELECT automation_id AS id, seq FROM automation_starts WHERE channel_id = :channel ORDER BY seq LIMIT :limit`,
)
const listDropped = sql<{ channel: number; limit: number }, { id: number; name: string; dropped: number }>(
  `SELECT id, name, dropped FROM automations WHERE channel_id = :channel ORDER BY id LIMIT :limit`,
)
const limit = 10_000_000

/**
 * Sends events, each of which starts two automations, one at once and one in a queue, stops the server in the middle of
 * them, by `kill -9` or politely, and counts events, not runs: each must have one run of each of its automations, or wait
 * for the next start of the server, or be counted as dropped.
 */
export const eventStarts: Proof = {
  name: 'event-starts',
  promise:
    'A server that is stopped or killed while events start automations: each event has its run, waits or is counted.',
  unit: 'events',
  fullCount: 10_000,
  engines: ['sqlite', 'postgres'],

  async run({ count, seed, engine, faults, goesOn }) {
    const random = createRandom(seed)
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-events-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const env: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url() }
    const sum = { stops: 0, kills: 0, events: 0, runs: 0, 'waited for the next start': 0, dropped: 0 }
    let server: ServerProcess | undefined
    try {
      const keys = await withWorld(place, async ({ ctx, channel, openAccounts, makeKeys }) => {
        await openAccounts(accounts, 0)
        const cause = { channel, actor: 'test', requestId: 'test' }
        for (const username of accounts) {
          for (const mode of ['parallel', 'queue'] as const) {
            const written = {
              version: 1,
              name: `${username} ${mode}`,
              active: 1,
              trigger: { type: 'event', event: 'points.changed', where: { username } },
              conditions: [],
              run: { mode, limit_per_minute: 600 },
              steps: [{ type: 'wait', seconds: 0.02 }],
            } as const
            await ctx.db.write((tx) => ctx.automationParts.automations.save(tx, cause, written as never))
          }
        }
        return makeKeys(keyCount)
      })
      for (let done = 0; goesOn(done); ) {
        const wanted = Math.min(eventsPerStop, count - done)
        server = startServer(folder, { env })
        const { port } = await server.ready
        const sent = sendEvents(port, keys, wanted + callers)
        await eventually(`${wanted} events`, () => sent.acknowledged() >= wanted || sent.wrong.length > 0, patienceMs)
        await delay(random.between(0, 30))
        const isKilled = random.between(0, 1) === 1
        await (isKilled ? server.kill() : server.stop())
        await sent.over
        for (const wrong of sent.wrong) faults.add(wrong)
        const seen = await withWorld(place, ({ ctx, channel }) => readStarts(ctx.db, channel.id, faults.add))
        if (isKilled) sum.kills++
        else sum.stops++
        sum['waited for the next start'] += seen.waiting
        Object.assign(sum, { events: seen.events, runs: seen.runs, dropped: seen.dropped })
        done += sent.acknowledged()
      }
      return sum
    } finally {
      await server?.kill()
      await postgres?.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function sendEvents(port: number, keys: readonly string[], count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const wrong: string[] = []
  let acknowledged = 0
  let sent = 0
  async function goOn(): Promise<void> {
    while (sent < count) {
      const number = sent++
      const body = { username: accounts[number % accounts.length], amount: 1, platform: 'PlatformA' }
      const headers = { authorization: `Bearer ${keys[number % keys.length]}` }
      const answer = await post({ agent, port, timeoutMs }, 'add-points', body, headers).catch(() => undefined)
      // Stopped.
      if (answer === undefined) return
      if (answer.status === 200) acknowledged++
      else if (answer.status !== 503) wrong.push(`add-points was answered with ${answer.status}: ${answer.text}`)
    }
  }
  const over = Promise.all(Array.from({ length: callers }, goOn)).finally(() => agent.destroy())
  return { acknowledged: () => acknowledged, wrong, over }
}

/** What is stored of each event and automation, while no server runs. */
async function readStarts(
  db: Parameters<Parameters<typeof withWorld>[1]>[0]['ctx']['db'],
  channel: number,
  fault: (text: string) => void,
) {
  const place = { channel, limit }
  const [events, runs, waiting, automations] = await Promise.all([
    db.all(listEvents, place),
    db.all(listRuns, place),
    db.all(listWaiting, place),
    db.all(listDropped, place),
  ])
  const known = new Set<string>()
  for (const { id, seq } of runs) {
    if (known.has(`${id} ${seq}`)) fault(`event ${seq} ran automation ${id} twice`)
    known.add(`${id} ${seq}`)
  }
  const unmatched = new Set(waiting.filter(({ id }) => id <= 0).map(({ seq }) => seq))
  for (const { id, seq } of waiting) {
    if (known.has(`${id} ${seq}`)) fault(`event ${seq} has run automation ${id} and still waits`)
    known.add(`${id} ${seq}`)
  }
  for (const { id, name, dropped } of automations) {
    const [username] = name.split(' ')
    const lost = events.filter(
      ({ seq, data }) => JSON.parse(data).username === username && !known.has(`${id} ${seq}`) && !unmatched.has(seq),
    )
    if (lost.length !== dropped) fault(`${name}: ${lost.length} of its events left nothing, ${dropped} are counted`)
  }
  const dropped = automations.reduce((total, one) => total + one.dropped, 0)
  return { events: events.length, runs: runs.length, waiting: waiting.length, dropped }
}
