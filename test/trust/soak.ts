import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { operations } from '../../src/operations.ts'
import { createPageClient } from '../overlay/page-client.ts'
import { startPostgres } from '../postgres/server.ts'
import { post } from './post.ts'
import type { Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { startServer } from './server-process.ts'
import { withWorld } from './world.ts'

const keyCount = 190
const callers = 4
const callEveryMs = 80
const lookEveryMs = 1000
/** Between two tidyings memory goes up and down; the least of so long is what is really held. */
const leastOfMs = 20_000
const comeBackEveryMs = 15_000
const allowedPerHour = 1
const firstPartMinutes = 60

/**
 * Every operation again and again, and a page that comes and goes. What the server holds is looked at from outside, and
 * a line is laid through what it held after the first hour, or after the first half of a shorter run.
 */
export const soak: Proof = {
  name: 'soak',
  promise: 'Under a steady mixed load memory grows by at most 1 MiB an hour after the first.',
  unit: 'minutes',
  fullCount: 240,
  engines: ['sqlite', 'postgres'],

  async run({ count, seed, engine, faults, goesOn }) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-soak-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const { keys, token } = await withWorld(place, async ({ ctx, channel, makeKeys }) => {
      const link = await ctx.overlays.link(channel)
      return { keys: await makeKeys(keyCount), token: link.slice(link.indexOf('#') + 1) }
    })
    const env: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url() }
    const server = startServer(folder, { env })
    const { port, url } = await server.ready
    const startedAt = performance.now()
    const minutes = () => (performance.now() - startedAt) / 60_000
    const statuses: Record<string, number> = {}
    const seen: Sample[] = []
    let calls = 0
    let isOver = false

    async function goOnCalling(index: number): Promise<void> {
      const random = createRandom(seed * 10 + index)
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isOver) {
        const { name, example } = random.pick(operations)
        const authorization = `Bearer ${keys[calls++ % keys.length]}`
        const { status, text } = await post({ agent, port, timeoutMs: 30_000 }, name, example.input, {
          authorization,
        }).catch((error: Error) => ({ status: 0, text: error.message }))
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 0 || status === 500) faults.add(`${name} was answered with ${status}: ${text.slice(0, 300)}`)
        await delay(callEveryMs)
      }
      agent.destroy()
    }

    async function comeAndGo(): Promise<void> {
      while (!isOver) {
        const page = createPageClient(url, { token })
        await page.connect()
        for (const until = performance.now() + comeBackEveryMs; !isOver && performance.now() < until; ) await delay(200)
        page.cut()
      }
    }

    const load = [comeAndGo(), ...Array.from({ length: callers }, (_, index) => goOnCalling(index))]
    while (goesOn(Math.floor(minutes() * 10) / 10)) {
      seen.push({ hours: minutes() / 60, mebibytes: server.residentBytes() / 2 ** 20 })
      await delay(lookEveryMs)
    }
    isOver = true
    await Promise.all(load)
    const code = await server.stop()
    if (code !== 0) faults.add(`the server ended with code ${code}: ${server.output().slice(-1000)}`)
    await postgres?.remove()
    rmSync(folder, { recursive: true, force: true })
    const firstPart = Math.min(firstPartMinutes, count / 2, minutes() / 2)
    const held = leasts(seen.filter(({ hours }) => hours * 60 >= firstPart))
    const { slope, error } = lineThrough(held)
    // A short run knows its slope badly. Only what is surely more than allowed is a fault.
    if (slope - 2 * error > allowedPerHour) {
      faults.add(`memory grows by ${slope.toFixed(1)} MiB an hour, give or take ${(2 * error).toFixed(1)}`)
    }
    return {
      calls,
      ...statuses,
      'at the end, MiB': Math.round(seen.at(-1)?.mebibytes ?? 0),
      'looked at after minute': Math.round(firstPart),
      'MiB an hour': slope.toFixed(2),
      'give or take': (2 * error).toFixed(2),
    }
  },
}

interface Sample {
  readonly hours: number
  readonly mebibytes: number
}

function leasts(samples: readonly Sample[]): Sample[] {
  const size = leastOfMs / lookEveryMs
  const found: Sample[] = []
  for (let from = 0; from + size <= samples.length; from += size) {
    const part = samples.slice(from, from + size)
    found.push(part.reduce((least, one) => (one.mebibytes < least.mebibytes ? one : least)))
  }
  return found
}

/** Least squares: how steep, and how sure of it (one standard error). */
function lineThrough(samples: readonly Sample[]): { slope: number; error: number } {
  const n = samples.length
  if (n < 3) return { slope: 0, error: Number.POSITIVE_INFINITY }
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / n
  const [x, y] = [mean(({ hours }) => hours), mean(({ mebibytes }) => mebibytes)]
  const spread = mean(({ hours }) => (hours - x) ** 2) * n
  const slope = (mean(({ hours, mebibytes }) => (hours - x) * (mebibytes - y)) * n) / spread
  const rest = mean(({ hours, mebibytes }) => (mebibytes - y - slope * (hours - x)) ** 2) * n
  return { slope, error: Math.sqrt(rest / (n - 2) / spread) }
}
