import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newestOfKind, wholeLog } from '../../../src/capabilities/events/indexed-kinds.ts'
import type { Reader } from '../../../src/kernel/storage/database.ts'
import { makeQuery } from '../../../src/kernel/storage/postgres/query.ts'
import { openSession } from '../../../src/kernel/storage/postgres/session.ts'
import { needs, runsOn } from '../../declare.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTestDatabase } from './test-database.ts'

runsOn('postgres', { because: 'it is about a plan of PostgreSQL; those of SQLite are read in test/storage' })
needs('postgres')

describe('events of a rare kind in a long log', () => {
  it('are found by their index, whatever happened between them', async (t) => {
    const database = await createTestDatabase('events-by-kind', 'tables')
    t.after(() => database.drop())
    const session = await openSession(database.url, 'care', patientTimeLimits)
    t.after(() => session.close())
    await session.exec(`INSERT INTO events (channel_id, seq, kind, actor, request_id, at, data)
      SELECT 1, n, CASE WHEN n % 5000 = 0 THEN 'raid' ELSE 'points.changed' END, 'x', 'x', n, '{}'
      FROM generate_series(1, 20000) AS n; ANALYZE events`)
    let text = ''
    const asked: Reader = {
      get: async () => undefined,
      all: async (statement) => {
        text = statement.text
        return []
      },
    }
    await newestOfKind(asked, 1, 'raid', wholeLog, 3)
    const { text: query, names } = makeQuery(text)
    const values = { channel: 1, kind: `'raid'`, from: 0, before: Number.MAX_SAFE_INTEGER, limit: 3 }
    // As a prepared statement that is used often, so without a look at its values.
    await session.exec(`SET plan_cache_mode = force_generic_plan; PREPARE rare AS ${query}`)
    const given = names.map((name) => values[name as keyof typeof values]).join(', ')
    const plan = JSON.stringify(await session.exec(`EXPLAIN (ANALYZE, BUFFERS OFF) EXECUTE rare(${given})`))
    assert.match(plan, /Index Only Scan Backward using events_by_kind/)
    assert.doesNotMatch(plan, /Rows Removed by Filter|Seq Scan/)
  })
})
