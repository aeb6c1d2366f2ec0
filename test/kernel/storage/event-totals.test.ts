import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { migrate } from '../../../src/kernel/storage/migrate.ts'
import { migrations } from '../../../src/kernel/storage/migrations/list.ts'
import { migratePostgres } from '../../../src/kernel/storage/postgres/migrate-postgres.ts'
import { openSession } from '../../../src/kernel/storage/postgres/session.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../../declare.ts'
import { itInLongRun } from '../../long-run.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { testServer } from '../postgres/test-database.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')
hasLongVersion('a million events on each engine')

const before = migrations.filter(({ version }) => version < 49)
const upTo = migrations.filter(({ version }) => version <= 49)

type Row = readonly [channel: number, kind: string, data: object, requestId?: string]

/** The history of two channels, with what older versions wrote. */
const history: readonly Row[] = [
  [1, 'follow', { is_first: true }],
  [1, 'follow', { is_first: false }],
  [1, 'follow', {}],
  [1, 'follow', {}, 'first-start:1'],
  [1, 'subscription', { months: 1 }],
  [1, 'bits', { amount: 100 }],
  [1, 'bits', { amount: 50.5 }],
  [1, 'likes', { count: 7 }],
  [1, 'donation', { amount: 0.1, currency: '€', is_test: 0 }],
  [1, 'donation', { amount: 0.2, currency: ' eur ', is_test: false }],
  [1, 'donation', { amount: 5, currency: 'USD' }],
  [1, 'donation', { amount: 500, currency: 'USD', is_test: 1 }],
  [1, 'donation', { amount: 500, currency: 'USD', is_test: true }],
  [1, 'raid', { viewers: 3 }],
  [2, 'follow', {}],
]
const rows = history
  .map(([channel, kind, data, requestId = 'r'], index) => {
    const json = JSON.stringify(data)
    return `INSERT INTO events (channel_id, seq, kind, actor, request_id, at, data)
      VALUES (${channel}, ${index + 1}, '${kind}', 'a', '${requestId}', ${index}, '${json}');`
  })
  .join('\n')

const query = 'SELECT channel_id, name, amount FROM event_totals ORDER BY channel_id, name'
const expected = [
  [1, 'bits', 15_050],
  [1, 'donations:EUR', 30],
  [1, 'donations:USD', 500],
  [1, 'follows', 200],
  [1, 'likes', 700],
  [1, 'subscriptions', 100],
  [2, 'follows', 100],
]
const values = (found: readonly Readonly<Record<string, unknown>>[]) =>
  found.map(({ channel_id, name, amount }) => [Number(channel_id), name, Number(amount)])

/** A million events of one channel: follows, donations, bits, likes and lines of chat in turns. */
const million = 1_000_000
const manyEvents = `INSERT INTO events (channel_id, seq, platform, kind, actor, request_id, at, data)
  SELECT 3, n, 'twitch',
    CASE n % 5 WHEN 0 THEN 'follow' WHEN 1 THEN 'donation' WHEN 2 THEN 'bits' WHEN 3 THEN 'likes' ELSE 'chat.sent' END,
    'a', 'r', n,
    CASE n % 5 WHEN 0 THEN '{}' WHEN 1 THEN '{"amount": 0.5, "currency": "EUR"}' WHEN 2 THEN '{"amount": 3}'
      WHEN 3 THEN '{"count": 2}' ELSE '{"text": "a line of chat, as long as most of them are"}' END`
const sumOfEvents = 'SELECT count(*) AS events, sum(seq) AS seqs, sum(length(data)) AS characters FROM events'
const totalsOfMany = [
  [3, 'bits', 60_000_000],
  [3, 'donations:EUR', 10_000_000],
  [3, 'follows', 20_000_000],
  [3, 'likes', 40_000_000],
]

async function processorSeconds(work: () => Promise<void>): Promise<string> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return ((user + system) / 1_000_000).toFixed(1)
}

/** From the tables as they were, with nothing in them but these events. */
async function migrateMany(session: Awaited<ReturnType<typeof openSession>>): Promise<void> {
  await session.exec('DROP SCHEMA public CASCADE')
  await session.exec('CREATE SCHEMA public')
  await migratePostgres(session, before)
  await session.exec(`${manyEvents} FROM generate_series(1, ${million}) AS numbers(n)`)
  const sum = await session.exec(sumOfEvents)
  await migratePostgres(session, migrations)
  assert.deepEqual(values(await session.exec(query)), totalsOfMany)
  assert.deepEqual(await session.exec(sumOfEvents), sum)
}

describe('an upgrade counts what supporters gave so far, without tests and the demo', () => {
  it('on SQLite', async () => {
    const raw = new DatabaseSync(':memory:')
    await migrate(raw, before)
    raw.exec(rows)
    await migrate(raw, upTo)
    assert.deepEqual(values(raw.prepare(query).all()), expected)
    raw.close()
  })

  itInLongRun('on SQLite, with a million events, all of which are still there', async (t) => {
    const { path, remove } = createTemporaryFolder()
    const raw = new DatabaseSync(join(path, 'million.sqlite'))
    try {
      await migrate(raw, before)
      raw.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${million})
        ${manyEvents} FROM numbers`)
      const sum = raw.prepare(sumOfEvents).get()
      t.diagnostic(`${await processorSeconds(() => migrate(raw, migrations))} s of processor time`)
      assert.deepEqual(values(raw.prepare(query).all()), totalsOfMany)
      assert.deepEqual(raw.prepare(sumOfEvents).get(), sum)
    } finally {
      raw.close()
      remove()
    }
  })

  it('on PostgreSQL', async () => {
    const url = await testServer()
    const care = await openSession(url(), 'care', patientTimeLimits)
    await care.exec('DROP DATABASE IF EXISTS event_totals WITH (FORCE)')
    await care.exec('CREATE DATABASE event_totals')
    const session = await openSession(url('event_totals'), 'care', patientTimeLimits)
    try {
      await migratePostgres(session, before)
      await session.exec(rows)
      await migratePostgres(session, upTo)
      assert.deepEqual(values(await session.exec(query)), expected)
      if (isLongRun) await migrateMany(session)
    } finally {
      await session.close()
      await care.exec('DROP DATABASE IF EXISTS event_totals WITH (FORCE)')
      await care.close()
    }
  })
})
