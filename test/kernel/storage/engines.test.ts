import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Params, Statement } from '../../../src/kernel/storage/database.ts'
import { databaseFile } from '../../../src/kernel/storage/open.ts'
import { makeQuery, queryOf, valuesOf } from '../../../src/kernel/storage/postgres/query.ts'
import { changedBy, openSession, type Session } from '../../../src/kernel/storage/postgres/session.ts'
import { type Connection, openConnection } from '../../../src/kernel/storage/sqlite/connection.ts'
import { needs, runsOn } from '../../declare.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createRandom } from '../../trust/random.ts'
import { everyStatement } from './every-statement.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')

/** Names in another order by their bytes than in a dictionary, and of every kind of letter. */
const names = ['Zoe', 'adam', 'Ädam', 'Adam', 'zoë', '_x', '9lives', 'ß', '日本', '😀', 'a b', "o'neil"]

describe('every statement, on SQLite and on PostgreSQL', () => {
  let sqlite: Connection
  let postgres: Session
  let statements: readonly Statement[] = []
  let removeAll = async () => {}

  before(async () => {
    statements = await everyStatement()
    const { createTestApp } = await import('../../create-test-app.ts')
    const { testServer } = await import('../postgres/test-database.ts')
    const { fillPostgres } = await import('../../../src/kernel/storage/moving/fill-postgres.ts')
    const app = await createTestApp({ config: { databaseUrl: undefined } })
    for (const [index, username] of names.entries()) {
      await app.ctx.db.write(async (tx) => {
        const fresh = { id: `names-${index}`, username, displayname: username }
        const viewer = await app.ctx.viewers.ensure(tx, app.channel, { platform: 'kick', fresh })
        await app.ctx.points.set(tx, app.cause, viewer, index % 3, 'test')
      })
    }
    await app.close({ keepFolder: true })
    const url = await testServer()
    const care = await openSession(url(), 'care', patientTimeLimits)
    await care.exec('DROP DATABASE IF EXISTS engines')
    await care.exec('CREATE DATABASE engines')
    await fillPostgres(databaseFile(app.folder), url('engines'))
    sqlite = openConnection(databaseFile(app.folder))
    postgres = await openSession(url('engines'), 'care', patientTimeLimits)
    removeAll = async () => {
      sqlite.close()
      await postgres.close()
      await care.exec('DROP DATABASE engines WITH (FORCE)')
      await care.close()
      rmSync(app.folder, { recursive: true, force: true })
    }
  })
  after(() => removeAll())

  it('can be prepared', async () => {
    assert.ok(statements.length > 150, `${statements.length} statements`)
    const faults: string[] = []
    for (const statement of statements) {
      await typesOf(statement).catch((error: Error) => faults.push(`${error.message}: ${statement.text}`))
    }
    assert.deepEqual(faults, [])
  })

  it('takes numbers of any size, but for what is only ever yes or no', async () => {
    const narrow: string[] = []
    for (const statement of statements) {
      const types = await typesOf(statement)
      for (const [index, name] of queryOf(statement).names.entries()) {
        if (types[index] === 'integer' && !/^is[A-Z]/.test(name)) narrow.push(`:${name} in ${statement.text}`)
      }
    }
    assert.deepEqual(narrow, [])
  })

  it('finds the same rows in the same order, changes as many, and is refused by both or by none', async () => {
    const random = createRandom(7)
    const faults: unknown[] = []
    let found = 0
    for (const statement of statements) {
      const types = await typesOf(statement)
      for (let round = 0; round < 6; round++) {
        const params: Params = Object.fromEntries(
          queryOf(statement).names.map((name, index) => [name, sampleFor(name, types[index] ?? 'text', random, round)]),
        )
        const [one, other] = [await onSqlite(statement, params), await onPostgres(statement, params)]
        if (typeof one !== 'string') found += one.rows.length
        try {
          assert.deepEqual(ordered(statement, other), ordered(statement, one))
        } catch (error) {
          faults.push({ text: statement.text, params, error: (error as Error).message.slice(0, 600) })
        }
      }
    }
    assert.deepEqual(faults, [])
    assert.ok(found > 1000, `only ${found} rows were compared`)
  })

  const knownTypes = new Map<Statement, string[]>()

  async function typesOf(statement: Statement): Promise<string[]> {
    const known = knownTypes.get(statement)
    if (known !== undefined) return known
    sqlite.raw.prepare(statement.text)
    await postgres.exec(`PREPARE looked_at AS ${queryOf(statement).text}`)
    const [row] = await postgres.exec(
      `SELECT array_to_string(parameter_types, ',') AS types FROM pg_prepared_statements WHERE name = 'looked_at'`,
    )
    await postgres.exec('DEALLOCATE looked_at')
    const types = String(row?.types).split(',')
    knownTypes.set(statement, types)
    return types
  }

  /** Undone afterwards, so that the next one finds what the first found. A refusal is a word. */
  async function onSqlite(statement: Statement, params: Params): Promise<Result | string> {
    sqlite.raw.exec('BEGIN')
    try {
      if (givesRows(statement))
        return { rows: (await sqlite.all(statement, params)).map((row) => ({ ...(row as Row) })) }
      return { rows: [], changed: sqlite.run(statement, params) }
    } catch {
      return 'refused'
    } finally {
      sqlite.raw.exec('ROLLBACK')
    }
  }

  async function onPostgres(statement: Statement, params: Params): Promise<Result | string> {
    const query = queryOf(statement)
    try {
      const [, outcome] = await postgres.send([begin, { query, values: valuesOf(query, params) }, rollback], 10_000)
      if (outcome === undefined) return 'no answer'
      return givesRows(statement) ? { rows: outcome.rows } : { rows: [], changed: changedBy(outcome) }
    } catch {
      await postgres.send([rollback], 10_000)
      return 'refused'
    }
  }
})

const begin = { query: makeQuery('BEGIN'), values: [] }
const rollback = { query: makeQuery('ROLLBACK'), values: [] }

type Row = Record<string, unknown>
interface Result {
  readonly rows: readonly Row[]
  readonly changed?: number
}

function givesRows({ text }: Statement): boolean {
  return /^\s*SELECT\b/.test(text) || /\bRETURNING\b/.test(text)
}

/** Without an order of their own the rows come as they like. */
function ordered({ text }: Statement, result: Result | string): unknown {
  if (typeof result === 'string' || /\bORDER BY\b(?!.*\) AS)/s.test(text)) return result
  return { ...result, rows: result.rows.map((row) => JSON.stringify(row)).sort() }
}

const texts = ['kick', 'twitch', 'points', 'watch', 'all', 'a', 'alice', 'followers', 'queued', '', ...names]

function sampleFor(name: string, type: string, random: ReturnType<typeof createRandom>, round: number) {
  if (name === 'channel' || name === 'rehearsalOf') return 1
  if (name === 'platform') return random.pick(['kick', 'kick', 'twitch', 'youtube'])
  if (name === 'board') return 'points'
  if (name === 'limit') return 50
  if (name === 'offset' || name === 'skip') return round
  if (type === 'integer') return random.pick([0, 1])
  if (type === 'bigint' || type === 'numeric') return random.pick([0, 1, 2, 3, 7, 40, 20_260_101, 2 ** 52, -1, -5])
  return random.pick(texts)
}
