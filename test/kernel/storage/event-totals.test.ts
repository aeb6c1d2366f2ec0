import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { migrate } from '../../../src/kernel/storage/migrate.ts'
import { migrations } from '../../../src/kernel/storage/migrations/list.ts'
import { migratePostgres } from '../../../src/kernel/storage/postgres/migrate-postgres.ts'
import { openSession } from '../../../src/kernel/storage/postgres/session.ts'
import { needs, runsOn } from '../../declare.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { testServer } from '../postgres/test-database.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')

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

describe('an upgrade counts what supporters gave so far, without tests and the demo', () => {
  it('on SQLite', async () => {
    const raw = new DatabaseSync(':memory:')
    await migrate(raw, before)
    raw.exec(rows)
    await migrate(raw, upTo)
    assert.deepEqual(values(raw.prepare(query).all()), expected)
    raw.close()
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
    } finally {
      await session.close()
      await care.exec('DROP DATABASE IF EXISTS event_totals WITH (FORCE)')
      await care.close()
    }
  })
})
