import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createApp } from '../../src/app.ts'
import { allScopes } from '../../src/contract/scopes.ts'
import { type PostgresServer, startPostgres } from '../postgres/server.ts'
import { faultsInDatabase } from './check-database.ts'
import { createRandom, type Random } from './random.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export type Engine = 'sqlite' | 'postgres'

interface Options {
  readonly engine: Engine
  readonly seed: number
  readonly transfers: number
  readonly clients?: number
  readonly killEveryMs?: number
  /** The clients go on until there were so many, however quick they are. */
  readonly minKills?: number
  readonly maxKills?: number
  readonly say?: (line: string) => void
}

export interface BankReport {
  readonly engine: Engine
  readonly acknowledged: number
  readonly refused: number
  readonly sentAgain: number
  readonly kills: number
  readonly seconds: number
  readonly faults: readonly string[]
}

const accounts = Array.from({ length: 50 }, (_, index) => `account${index + 1}`)
const startingPoints = 1000
const keyCount = 150
const platform = 'PlatformA'

/**
 * Fifty accounts, many clients that move points between them, and a `kill -9` every few seconds: of the server, and on
 * PostgreSQL of that in turn. A client repeats what was cut off, with the same Idempotency-Key, until it is answered.
 * In the end the total is what it was, nobody is below zero, and each acknowledged transfer stands there exactly once.
 */
export async function runBank(options: Options): Promise<BankReport> {
  const { engine, seed, transfers, clients = 64, killEveryMs = 3000 } = options
  const { minKills = 1, maxKills = Number.POSITIVE_INFINITY } = options
  const say = options.say ?? (() => {})
  const startedAt = performance.now()
  const random = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-bank-'))
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
  const keys = await openAccounts(folder, postgres?.url())
  const env: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url() }
  const sum = { acknowledged: 0, refused: 0, sentAgain: 0, kills: 0 }
  let server = startServer(folder, { env })
  await server.ready
  let begun = 0
  let isOver = false

  async function killNowAndThen(): Promise<void> {
    while (!isOver && sum.kills < maxKills) {
      const before = sum.acknowledged
      await new Promise((resolve) => setTimeout(resolve, killEveryMs * (0.5 + random.between(0, 100) / 100)))
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
      say(`${sum.acknowledged} acknowledged, ${sum.sentAgain} sent again, ${sum.kills} kills`)
    }
  }

  async function client(own: Random, index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (begun < transfers || sum.kills < minKills) {
      const serial = ++begun
      const body = {
        from_username: own.pick(accounts),
        to_username: own.pick(accounts),
        amount: own.between(1, 60),
        platform,
      }
      for (let tries = 0; ; tries++) {
        const key = keys[(serial + index + tries) % keys.length] ?? ''
        const status = await transfer(agent, server, key, `bank-${serial}`, body).catch(() => undefined)
        if (status === 200) sum.acknowledged++
        else if (status === 400) sum.refused++
        else {
          sum.sentAgain++
          await new Promise((resolve) => setTimeout(resolve, own.between(10, 100)))
          continue
        }
        break
      }
    }
    agent.destroy()
  }

  const killing = killNowAndThen()
  await Promise.all(Array.from({ length: clients }, (_, index) => client(createRandom(seed * 100 + index), index)))
  isOver = true
  await killing
  await server.stop()
  const faults = await audit(folder, postgres, sum.acknowledged)
  await postgres?.remove()
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
  return { engine, ...sum, seconds: Math.round((performance.now() - startedAt) / 1000), faults }
}

async function openAccounts(dataFolder: string, databaseUrl: string | undefined): Promise<string[]> {
  return withApp(dataFolder, databaseUrl, async ({ ctx }) => {
    const [channel] = await ctx.channels.list()
    if (channel === undefined) throw new Error('the first start made no channel')
    const cause = { channel, actor: 'test', requestId: 'test' }
    for (const username of accounts) {
      await ctx.db.write(async (tx) => {
        const fresh = { id: `id-${username}`, username, displayname: username }
        const viewer = await ctx.viewers.ensure(tx, channel, { platform: 'kick', fresh })
        await ctx.points.set(tx, cause, viewer, startingPoints, 'test')
      })
    }
    const made: string[] = []
    while (made.length < keyCount) {
      const { key } = await ctx.db.write((tx) => ctx.keys.create(tx, cause, { name: 'test', scopes: allScopes }))
      made.push(key)
    }
    return made
  })
}

/** Through a copy, which is the same on both engines. */
async function audit(folder: string, postgres: PostgresServer | undefined, acknowledged: number): Promise<string[]> {
  const copy = join(folder, 'audit.sqlite')
  await withApp(folder, postgres?.url(), ({ ctx }) => ctx.db.backup(copy))
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

type App = Awaited<ReturnType<typeof createApp>>

async function withApp<T>(
  dataFolder: string,
  databaseUrl: string | undefined,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const place = { host: '127.0.0.1', port: 0, dataFolder, databaseUrl, publicUrl: undefined, trustedProxies: [] }
  const app = await createApp({ ...place, naming: 'spec', logLevel: 'error', secret: undefined })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

async function transfer(agent: Agent, server: ServerProcess, key: string, once: string, body: object): Promise<number> {
  const { port } = await server.ready
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const req = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v1/transfer-points',
        timeout: 15_000,
        headers: {
          authorization: `Bearer ${key}`,
          'idempotency-key': once,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      },
      (res) => {
        res.resume()
        res.on('error', reject)
        res.on('end', () => (res.complete ? resolve(res.statusCode ?? 0) : reject(new Error('cut off'))))
      },
    )
    req.on('timeout', () => req.destroy(new Error('no answer within 15 s')))
    req.on('error', reject)
    req.end(text)
  })
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'sqlite' },
      transfers: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  say(`seed ${values.seed}`)
  const report = await runBank({
    engine: values.engine === 'postgres' ? 'postgres' : 'sqlite',
    transfers: Number(values.transfers),
    seed: Number(values.seed),
    say,
  })
  say(JSON.stringify(report, null, 2))
  process.exitCode = report.faults.length === 0 ? 0 : 1
}
