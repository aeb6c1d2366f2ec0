import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type PostgresServer, startPostgres } from '../kernel/postgres/server.ts'
import { faultsInDatabase } from './check-database.ts'
import { post } from './post.ts'
import type { Proof } from './proof.ts'
import { createRandom, type Random } from './random.ts'
import { startServer } from './server-process.ts'
import { withWorld } from './world.ts'

const accounts = Array.from({ length: 50 }, (_, index) => `account${index + 1}`)
const startingPoints = 1000
const keyCount = 150
const clients = 64
const platform = 'PlatformA'
/** A short run is killed sooner and less often, and all go on until it was. */
const kills = (transfers: number) =>
  transfers < 10_000 ? { everyMs: 400, least: 2, most: 4 } : { everyMs: 3000, least: 2, most: Number.POSITIVE_INFINITY }

/**
 * Fifty accounts, many clients that move points between them, and a `kill -9` every few seconds: of the server, and on
 * PostgreSQL of that in turn. A client repeats what was cut off, with the same Idempotency-Key, until it is answered.
 * In the end the total is what it was, nobody is below zero, and each acknowledged transfer stands there exactly once.
 */
export const bank: Proof = {
  name: 'bank',
  promise: 'Points moved between 50 accounts under kill -9 are neither made nor lost, and each transfer happens once.',
  unit: 'transfers',
  fullCount: 1_000_000,
  engines: ['sqlite', 'postgres'],

  async run({ engine, seed, count, faults, goesOn }) {
    const random = createRandom(seed)
    const { everyMs, least, most } = kills(count)
    const folder = mkdtempSync(join(tmpdir(), 'showcaller-bank-'))
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const place = { dataFolder: folder, databaseUrl: postgres?.url() }
    const keys = await withWorld(place, async ({ openAccounts, makeKeys }) => {
      await openAccounts(accounts, startingPoints)
      return makeKeys(keyCount)
    })
    const env: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url() }
    const sum = { acknowledged: 0, refused: 0, 'sent again': 0, kills: 0 }
    let server = startServer(folder, { env })
    await server.ready
    let begun = 0
    let isOver = false

    async function killNowAndThen(): Promise<void> {
      while (!isOver && sum.kills < most) {
        const before = sum.acknowledged
        await new Promise((resolve) => setTimeout(resolve, everyMs * (0.5 + random.next())))
        // On a busy machine a start takes long; what never gets going proves nothing.
        while (!isOver && sum.acknowledged < before + clients) await new Promise((resolve) => setTimeout(resolve, 20))
        if (isOver) return
        sum.kills++
        if (postgres !== undefined && sum.kills % 2 === 0) {
          await postgres.kill()
          await postgres.start()
        } else {
          await server.kill()
          server = startServer(folder, { env })
          await server.ready
        }
      }
    }

    /** One after the other, each until it is answered for good. */
    async function client(own: Random, index: number): Promise<void> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (goesOn(sum.acknowledged + sum.refused) || sum.kills < least) {
        const serial = ++begun
        const body = {
          from_username: own.pick(accounts),
          to_username: own.pick(accounts),
          amount: own.between(1, 60),
          platform,
        }
        for (let tries = 0; ; tries++) {
          const status = await transfer(agent, keys[(serial + index + tries) % keys.length] ?? '', serial, body)
          if (status === 200) sum.acknowledged++
          else if (status === 400) sum.refused++
          else {
            if (isOver) return agent.destroy()
            sum['sent again']++
            await new Promise((resolve) => setTimeout(resolve, own.between(10, 100)))
            continue
          }
          break
        }
      }
      agent.destroy()
    }

    async function transfer(agent: Agent, key: string, serial: number, body: object): Promise<number | undefined> {
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `bank-${serial}` }
      try {
        const { port } = await server.ready
        return (await post({ agent, port, timeoutMs: 15_000 }, 'transfer-points', body, headers)).status
      } catch {
        return undefined
      }
    }

    const killing = killNowAndThen().catch((error) => {
      faults.add(`what was killed did not come back: ${error}`)
      isOver = true
    })
    await Promise.all(Array.from({ length: clients }, (_, index) => client(createRandom(seed * 100 + index), index)))
    isOver = true
    await killing
    await server.stop()
    for (const fault of await audit(folder, postgres, sum.acknowledged)) faults.add(fault)
    await postgres?.remove()
    if (sum.acknowledged < count / 2)
      faults.add(`only ${sum.acknowledged} were acknowledged, too few to prove anything`)
    if (faults.found.length === 0) rmSync(folder, { recursive: true, force: true })
    return sum
  },
}

/** Through a copy, which is the same on both engines. */
async function audit(folder: string, postgres: PostgresServer | undefined, acknowledged: number): Promise<string[]> {
  const copy = join(folder, 'audit.sqlite')
  await withWorld({ dataFolder: folder, databaseUrl: postgres?.url() }, ({ ctx }) => ctx.db.backup(copy))
  const db = new DatabaseSync(copy)
  const one = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const total = one(`SELECT sum(points) FROM viewers WHERE username LIKE 'account%'`)
  const below = one('SELECT count(*) FROM viewers WHERE points < 0')
  const moved = one(`SELECT count(*) FROM events WHERE kind = 'points.transferred'`)
  const faults = faultsInDatabase(db)
  db.close()
  const wanted = accounts.length * startingPoints
  if (total !== wanted) faults.push(`the total is ${total}, not ${wanted}`)
  if (below !== 0) faults.push(`${below} accounts are below zero`)
  if (moved !== acknowledged) faults.push(`${acknowledged} transfers were acknowledged, ${moved} stand in the history`)
  return faults
}
