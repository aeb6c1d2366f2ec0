import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { operations } from '../../src/operations.ts'
import { startPostgres } from '../kernel/postgres/server.ts'
import { createPageClient, type PageClient } from '../overlay/page-client.ts'
import { lineThrough, probed, type Reading, readHeld } from './held-memory.ts'
import { post } from './post.ts'
import type { Proof } from './proof.ts'
import { createRandom } from './random.ts'
import { startServer } from './server-process.ts'
import { withWorld } from './world.ts'

/** Enough that none reaches a limit, few enough that every limit (one for each key and operation) is soon in memory. */
const keyCount = 30
const callers = 4
const callEveryMs = 40
const readEveryMs = 10_000
const comeBackEveryMs = 15_000
const allowedPerHour = 1
const firstPartMinutes = 60
/** By then the caches are full: what is kept for the shortest time (speech) is kept for five minutes. */
const settledMinutes = 6
/** Pages that stay connected all the time, in channels of their own, with room for others below the limit of each. */
const pagesPerChannel = 15
const heldPages = 1_000
/** A run of a minute opens fewer, since opening them takes time too. */
const pagesPerMinute = 100

/**
 * Every operation again and again, a thousand pages that stay and one that comes and goes. What is alive in the server
 * after a garbage collection is read from inside, because resident memory follows what V8 sets aside for new objects. A
 * line is laid through what was alive after the first hour, or after the first half of a shorter run, but not before all
 * caches are full.
 */
export const soak: Proof = {
  name: 'soak',
  promise: 'Under a steady mixed load, what is alive after a collection grows by at most 1 MiB an hour.',
  unit: 'minutes',
  fullCount: 240,
  engines: ['sqlite', 'postgres'],

  async run({ count, seed, engine, faults, goesOn }) {
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-soak-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const pageCount = Math.min(heldPages, Math.ceil(count * pagesPerMinute))
    const { keys, token, otherTokens } = await withWorld(place, async ({ ctx, channel, makeKeys }) => {
      const others = await ctx.db.write(async (tx) => {
        const made = []
        for (let n = 0; n * pagesPerChannel < pageCount; n++) made.push(await ctx.channels.create(tx, `channel-${n}`))
        return made
      })
      const tokenOf = async (of: typeof channel) => (await ctx.overlays.link(of)).replace(/^.*#/, '')
      return {
        keys: await makeKeys(keyCount),
        token: await tokenOf(channel),
        otherTokens: await Promise.all(others.map(({ channel: other }) => tokenOf(other))),
      }
    })
    const env = { ...probed(folder), ...(postgres === undefined ? {} : { DATABASE_URL: postgres.url() }) }
    const server = startServer(folder, { env })
    const { port, url } = await server.ready
    const pages: PageClient[] = []
    for (let n = 0; n < pageCount; n++) {
      const page = createPageClient(url, { token: otherTokens[Math.floor(n / pagesPerChannel)] ?? token })
      await page.connect()
      pages.push(page)
    }
    const startedAt = performance.now()
    const minutes = () => (performance.now() - startedAt) / 60_000
    const statuses: Record<string, number> = {}
    const alive: Reading[] = []
    const heap: Reading[] = []
    const native: Reading[] = []
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

    async function read(): Promise<void> {
      const held = await readHeld(folder, server.pid)
      const hours = minutes() / 60
      alive.push({ hours, value: held.alive })
      heap.push({ hours, value: held.heap })
      native.push({ hours, value: held.native })
    }

    const load = [comeAndGo(), ...Array.from({ length: callers }, (_, index) => goOnCalling(index))]
    for (let next = 0; goesOn(Math.floor(minutes() * 10) / 10); await delay(200)) {
      if (performance.now() < next) continue
      next = performance.now() + Math.min(readEveryMs, (count * 60_000) / 12)
      await read()
    }
    const residentMiB = server.residentBytes() / 2 ** 20
    isOver = true
    await Promise.all(load)
    for (const page of pages) page.cut()
    const code = await server.stop()
    if (code !== 0) faults.add(`the server ended with code ${code}: ${server.output().slice(-1000)}`)
    await postgres?.remove()
    rmSync(folder, { recursive: true, force: true })
    const firstPart = Math.max(settledMinutes, Math.min(firstPartMinutes, count / 2, minutes() / 2))
    const slopeOf = (what: string, readings: readonly Reading[]) => {
      const { slope, error } = lineThrough(readings.filter(({ hours }) => hours * 60 >= firstPart))
      // A short run knows its slope badly. Only what is surely more than allowed is a fault.
      if (slope - 2 * error > allowedPerHour) {
        faults.add(`${what} grows by ${slope.toFixed(1)} MiB an hour, give or take ${(2 * error).toFixed(1)}`)
      }
      if (!Number.isFinite(error)) return 'the run was too short'
      return `${slope.toFixed(2)} ± ${(2 * error).toFixed(2)}`
    }
    return {
      calls,
      ...statuses,
      pages: pageCount,
      'alive, MiB': (alive.at(-1)?.value ?? 0).toFixed(1),
      'native, MiB': (native.at(-1)?.value ?? 0).toFixed(1),
      'resident, MiB': Math.round(residentMiB),
      'from minute': firstPart.toFixed(1),
      'alive, MiB an hour': slopeOf('what is alive', alive),
      'of it objects, MiB an hour': slopeOf('the heap', heap),
      'native, MiB an hour': slopeOf('what native code holds', native),
    }
  },
}
