import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createApp } from '../../../src/app.ts'
import { openDatabase } from '../../../src/kernel/storage/open.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { startPostgres } from './server.ts'

/** The server that all files of a run share, or one for this file alone. */
let shared: Promise<(database?: string) => string> | undefined

export function testServer(): Promise<(database?: string) => string> {
  shared ??= findServer()
  return shared
}

async function findServer(): Promise<(database?: string) => string> {
  const given = process.env.SHOWCALLER_TEST_POSTGRES
  if (given === undefined) return (await startPostgres()).url
  return (database = 'postgres') => given.replace(/[^/]*$/, database)
}

/** What a new database holds: what a first start leaves, or the tables alone. */
export type Beginning = 'first_start' | 'tables'

/**
 * A database of its own, the same one for the same name. Copied: what takes a first start some thousand statements takes
 * a copy a few milliseconds.
 */
export async function createTestDatabase(
  name: string,
  beginning: Beginning = 'first_start',
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await testServer()
  const database = `test_${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  await inTurn(url(), async (run) => {
    if ((await run(`SELECT 1 FROM pg_database WHERE datname = '${database}'`)).length > 0) return
    await ensureTemplate(run, beginning, url(beginning))
    // File by file: the other way writes every page to the log first.
    await run(`CREATE DATABASE ${database} TEMPLATE ${beginning} STRATEGY file_copy`)
  })
  return {
    url: url(database),
    drop: () => inTurn(url(), async (run) => void (await run(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))),
  }
}

/** Of several files that start at once, one makes it. */
async function ensureTemplate(run: Run, template: Beginning, url: string): Promise<void> {
  const isMade = `SELECT 1 FROM pg_database WHERE datname = '${template}' AND datistemplate`
  if ((await run(isMade)).length > 0) return
  await run('SELECT pg_advisory_lock(77)')
  if ((await run(isMade)).length === 0) {
    await run(`DROP DATABASE IF EXISTS ${template}`)
    await run(`CREATE DATABASE ${template}`)
    await fill[template](url)
    await run(`ALTER DATABASE ${template} IS_TEMPLATE true`)
  }
  await run('SELECT pg_advisory_unlock(77)')
}

const fill: Readonly<Record<Beginning, (databaseUrl: string) => Promise<void>>> = {
  async first_start(databaseUrl) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'showcaller-test-'))
    const place = { host: '127.0.0.1', port: 0, dataFolder, databaseUrl, publicUrl: undefined, trustedProxies: [] }
    const app = await createApp(
      { ...place, naming: 'spec', logLevel: 'error', secret: undefined },
      { storageTimeLimits: patientTimeLimits },
    )
    await app.close()
    rmSync(dataFolder, { recursive: true, force: true })
  },
  async tables(databaseUrl) {
    const db = await openDatabase('', assert.ifError, databaseUrl, { timeLimits: patientTimeLimits })
    await db.close()
  },
}

type Run = (text: string) => Promise<unknown[]>

/** Its types leave these out. */
type Connection = Client & { ref(): void; unref(): void }

let connected: Promise<Connection> | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Work on the server itself, one after the other on one connection: to connect for each database takes as long as half of
 * its copy. The connection keeps no process from ending.
 */
function inTurn(url: string, work: (run: Run) => Promise<void>): Promise<void> {
  const done = last.then(async () => {
    connected ??= connect(url)
    const client = await connected
    client.ref()
    try {
      await work(async (text) => (await client.query(text)).rows)
    } finally {
      client.unref()
    }
  })
  last = done.catch(() => {})
  return done
}

async function connect(url: string): Promise<Connection> {
  const client = new Client({ connectionString: url, application_name: 'tests' }) as Connection
  client.on('error', () => {
    connected = undefined
  })
  await client.connect()
  return client
}
