import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createFreshStatistics } from '../../../src/kernel/storage/postgres/fresh-statistics.ts'
import { openSession, type Session } from '../../../src/kernel/storage/postgres/session.ts'
import { needs, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTestDatabase } from './test-database.ts'

runsOn('postgres', { because: 'it is about what PostgreSQL knows of its tables' })
needs('postgres')

describe('a table that has just got its first rows', () => {
  let session: Session
  let drop = async () => {}
  before(async () => {
    const database = await createTestDatabase('fresh-statistics', 'tables')
    drop = database.drop
    session = await openSession(database.url, 'care', patientTimeLimits)
    // One viewer, whose plan is kept, and then a crowd.
    const add = `INSERT INTO viewers (channel_id, id, platform, platform_user_id, username, displayname, name_key, named_at,
      seniority, created_at) SELECT 1, n, 'kick', 'fan-' || n, 'fan' || n, 'fan' || n, 'fan' || n, 1, -n, 1 FROM generate_series`
    await session.exec(`${add}(1, 1) AS n`)
    await session.exec(`${add}(2, 3000) AS n`)
  })
  after(async () => {
    await session?.close()
    await drop()
  })

  const known = async () => {
    const rows = await session.exec(
      `SELECT relname AS name FROM pg_stat_user_tables WHERE last_analyze IS NOT NULL ORDER BY relname`,
    )
    return rows.map(({ name }) => name)
  }

  it('has its statistics collected soon after a write, and an empty one has not', async () => {
    assert.deepEqual(await known(), [])
    const statistics = createFreshStatistics({ take: async () => session, give() {} }, 1)
    await eventually('statistics of the viewers', async () => {
      statistics.onWrite()
      return (await known()).includes('viewers')
    })
    statistics.close()
    assert.ok(!(await known()).includes('automation_runs'))
    const plan = await session.exec(`EXPLAIN SELECT id FROM viewers
      WHERE channel_id = 1 AND platform = 'kick' AND platform_user_id = 'fan-7'`)
    assert.match(JSON.stringify(plan), /viewers_by_user/)
  })
})
