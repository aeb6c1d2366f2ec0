import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import type { Database, Reader, Statement, Writer } from '../../../src/kernel/storage/database.ts'
import { makeQuery } from '../../../src/kernel/storage/postgres/query.ts'
import { openSession, type Session } from '../../../src/kernel/storage/postgres/session.ts'
import { operations } from '../../../src/operations.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { needs, runsOn } from '../../declare.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTestDatabase } from './test-database.ts'

runsOn('postgres', { because: 'it is about PostgreSQL itself' })
needs('postgres')

const script = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs/sql', name), 'utf8')

/** A change of the broadcaster's content is copied after it: two channels, which may lie in two partitions. */
const copiesToTestChannel = /FROM channels WHERE rehearsal_of = :id$/

describe('tables spread by channel', () => {
  let app: TestApp
  let session: Session
  let drop = async () => {}
  let used: Statement[] = []

  before(async () => {
    const database = await createTestDatabase('distribution')
    drop = database.drop
    session = await openSession(database.url, 'care', patientTimeLimits)
    await session.exec(`SET showcaller.partitions = 4; ${script('partitions.sql')}`)
    app = await createTestApp({ config: { databaseUrl: database.url } })
    used = await whatOperationsUse(app)
  })
  after(async () => {
    await app?.close()
    await session?.close()
    await drop()
  })

  /** Every public operation, as its example calls it, with a key of its own. */
  async function whatOperationsUse({ call, makeKey, ctx }: TestApp): Promise<Statement[]> {
    const { key } = await makeKey()
    // Delivers for all channels, and is no part of an operation.
    await app.app.webhookDeliverer.stop()
    const seen = watchStatements(ctx.db)
    for (const { name, example } of operations) {
      const { status } = await call(name, example.input, {
        status: 'any',
        key,
        headers: { 'Idempotency-Key': `distribution-${name}` },
      })
      assert.ok(status < 500 || status === 502, name)
    }
    await ctx.usage.flush()
    mock.restoreAll()
    return [...seen]
  }

  it('hold everything that they held, and the server works on them', async () => {
    const answer = await app.call('add-points', { username: 'alice', amount: 5, platform: 'PlatformA' })
    assert.equal(answer.status, 200)
    const rows = await session.exec(
      `SELECT relname FROM pg_class WHERE relkind = 'p' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    )
    const names = rows.map(({ relname }) => String(relname))
    for (const name of ['channels', 'events', 'idempotency', 'points_ledger', 'viewers', 'watch_time_days']) {
      assert.ok(names.includes(name), name)
    }
    const [left] = await session.exec(`SELECT count(*)::int AS total FROM pg_class WHERE relname LIKE '%\\_whole'`)
    assert.equal(left?.total, 0)
    const [indexes] = await session.exec(
      `SELECT count(*)::int AS total FROM pg_class WHERE relkind = 'I' AND relname = 'viewers_by_points'`,
    )
    assert.equal(indexes?.total, 1)
  })

  it('are left alone when they are spread already', async () => {
    const aside = await createTestDatabase('distribution-twice')
    const other = await openSession(aside.url, 'care', patientTimeLimits)
    await other.exec(`SET showcaller.partitions = 2; ${script('partitions.sql')}`)
    const once = await other.exec(`SELECT relname, relkind FROM pg_class ORDER BY oid`)
    await other.exec(script('partitions.sql'))
    assert.deepEqual(await other.exec(`SELECT relname, relkind FROM pg_class ORDER BY oid`), once)
    await other.close()
    await aside.drop()
  })

  it('are refused to be spread while a node is at them', async () => {
    await assert.rejects(session.exec(script('partitions.sql')), /stop all nodes first/)
    await session.exec('ROLLBACK')
  })

  it('are never crossed by a statement of a public operation: each looks into one partition of each', async () => {
    assert.ok(used.length > 40, `only ${used.length} statements were seen`)
    const crossing: string[] = []
    for (const { text } of used) {
      if (copiesToTestChannel.test(text)) continue
      const partitions = await partitionsOf(text)
      if (partitions.length > 0) crossing.push(`${text} looks into ${partitions.join(', ')}`)
    }
    assert.deepEqual(crossing, [])
    // And one that does cross them is seen.
    assert.deepEqual(await partitionsOf('SELECT id FROM viewers WHERE points > :least'), ['viewers'])
  })

  /** The tables of which more than one partition is looked into, once the channel is known. */
  async function partitionsOf(text: string): Promise<string[]> {
    const query = makeQuery(text)
    await session.exec(`SET plan_cache_mode = force_custom_plan; PREPARE looked_at AS ${query.text}`)
    try {
      const [row] = await session.exec(
        `SELECT array_to_string(parameter_types, ',') AS types FROM pg_prepared_statements WHERE name = 'looked_at'`,
      )
      const types = String(row?.types).split(',')
      const values = query.names.map((name, index) => sampleFor(name, types[index] ?? ''))
      const plan = await session.exec(`EXPLAIN EXECUTE looked_at${values.length === 0 ? '' : `(${values.join(', ')})`}`)
      const lines = plan.map((line) => String(line['QUERY PLAN']))
      const partitions = new Set(lines.flatMap((line) => /\bon (\w+_p\d+)\b/.exec(line)?.[1] ?? []))
      const tables = [...partitions].map((name) => name.replace(/_p\d+$/, ''))
      return [...new Set(tables.filter((name, index) => tables.indexOf(name) !== index))]
    } finally {
      await session.exec('DEALLOCATE looked_at')
    }
  }

  it('are spread over Citus by the same rule', async () => {
    const database = await createTestDatabase('distribution-citus')
    const other = await openSession(database.url, 'care', patientTimeLimits)
    // Citus' own words, which only write down what they were given.
    await other.exec(`CREATE SCHEMA citus; CREATE TABLE citus.pg_dist_partition (logicalrelid oid, by text);
      CREATE FUNCTION citus.create_distributed_table(name text, by text, colocate_with text DEFAULT '') RETURNS void
        LANGUAGE sql AS $$ INSERT INTO citus.pg_dist_partition VALUES (name::regclass, by) $$;
      CREATE FUNCTION citus.create_reference_table(name text) RETURNS void
        LANGUAGE sql AS $$ INSERT INTO citus.pg_dist_partition VALUES (name::regclass, NULL) $$;
      SET search_path = public, citus`)
    await other.exec(script('citus.sql'))
    await other.exec(script('citus.sql'))
    const rows = await other.exec(`SELECT logicalrelid::regclass::text AS name, by FROM pg_dist_partition ORDER BY 1`)
    const spread = new Map(rows.map(({ name, by }) => [String(name), by]))
    assert.equal(spread.size, rows.length, 'nothing was spread twice')
    assert.deepEqual(
      ['channels', 'viewers', 'events', 'api_keys', 'sessions'].map((name) => spread.get(name)),
      ['id', 'channel_id', 'channel_id', null, null],
    )
    await other.close()
    await database.drop()
  })
})

/** Every statement that comes by from now on, in a transaction or outside. */
function watchStatements(db: Database): Set<Statement> {
  const seen = new Set<Statement>()
  const watched = <R extends Reader>(reader: R, names: readonly (keyof R)[]): R => {
    const copy = { ...reader }
    for (const name of names) {
      const run = reader[name] as (statement: Statement, params: unknown) => unknown
      const noting = (statement: Statement, params: unknown) => {
        seen.add(statement)
        return run(statement, params)
      }
      copy[name] = noting as R[keyof R]
    }
    return copy
  }
  const { get, all } = watched<Reader>(db, ['get', 'all'])
  const { write } = db
  mock.method(db, 'get', get)
  mock.method(db, 'all', all)
  mock.method(db, 'write', (work: (tx: Writer) => Promise<unknown>) =>
    write((tx) => work(watched(tx, ['get', 'all', 'run']))),
  )
  return seen
}

function sampleFor(name: string, type: string): string {
  if (name === 'channel' || name === 'id') return type === 'text' ? `'1'` : '1'
  return type === 'text' ? `'kick'` : '1'
}
