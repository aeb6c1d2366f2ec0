import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StorageProblem } from '../../../src/kernel/storage/contract/storage-problems.ts'
import { type Database, type Statement, sql } from '../../../src/kernel/storage/database.ts'
import { readPostgresVersion } from '../../../src/kernel/storage/postgres/migrate-postgres.ts'
import { openPostgres } from '../../../src/kernel/storage/postgres/postgres-database.ts'
import { openSession, type Session } from '../../../src/kernel/storage/postgres/session.ts'
import { NoDatabase } from '../../../src/kernel/storage/unusable-database.ts'
import { needs, runsOn } from '../../declare.ts'
import { within } from '../../eventually.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTestDatabase } from './test-database.ts'

runsOn('postgres', { because: 'it is about PostgreSQL itself' })
needs('postgres')

const noErrors = (error: unknown) => assert.fail(String(error))
const rename = sql<{ channel: number }>(`UPDATE channels SET name = 'renamed' WHERE id = :channel`)
/** Fails as the server does with that SQLSTATE. */
const failing: Statement<{ channel: number; code: string }, { result: number }> = {
  text: 'SELECT fail_with(:code) AS result FROM channels WHERE id = :channel',
}

describe('a problem of PostgreSQL', () => {
  let raw: Session
  let db: Database
  let drop = async () => {}
  const problems: (StorageProblem | undefined)[] = []
  before(async () => {
    const database = await createTestDatabase('problems')
    drop = database.drop
    raw = await openSession(database.url, 'care', patientTimeLimits)
    await raw.exec(`CREATE FUNCTION fail_with(code text) RETURNS int LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'as if' USING ERRCODE = code; END $$`)
    db = await openPostgres(database.url, noErrors, {
      onProblem: (problem) => problems.push(problem),
      timeLimits: patientTimeLimits,
    })
  })
  after(async () => {
    await db?.close()
    await raw?.close()
    await drop()
  })

  it('is a full disk until the next commit', async () => {
    const write = db.write((tx) => tx.get(failing, { channel: 1, code: '53100' }))
    await assert.rejects(write, { code: 'disk_full', status: 502 })
    assert.equal(db.problem(), 'full')
    await db.write((tx) => tx.run(rename, { channel: 1 }))
    assert.equal(db.problem(), undefined)
    assert.deepEqual(problems.splice(0), ['full', undefined])
  })

  it('is a damaged table, and what does not touch it works', async () => {
    await assert.rejects(db.get(failing, { channel: 1, code: 'XX001' }), { code: 'database_damaged', status: 502 })
    await db.write((tx) => tx.run(rename, { channel: 1 }))
    assert.equal(db.problem(), 'damaged')
  })
})

it('a command creates no tables in an empty database', async () => {
  const { url, drop } = await createTestDatabase('nothing')
  const session = await openSession(url, 'care', patientTimeLimits)
  try {
    await session.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await assert.rejects(openPostgres(url, noErrors, { mustExist: true, timeLimits: patientTimeLimits }), NoDatabase)
    assert.equal(await readPostgresVersion(session), undefined)
  } finally {
    await session.close()
    await drop()
  }
})

describe('PostgreSQL after the end of the server', () => {
  const find = sql<{ channel: number }, { name: string }>('SELECT name FROM channels WHERE id = :channel')

  it('refuses late reads at once, more of them than it had connections too', async () => {
    const database = await createTestDatabase('late reads')
    const db = await openPostgres(database.url, noErrors, { timeLimits: patientTimeLimits })
    await db.close()
    const late = Array.from({ length: 100 }, () => db.get(find, { channel: 1 }))
    // Long enough for any machine, and less than one of them would wait for a connection.
    const outcomes = await within('every answer', Promise.allSettled(late), patientTimeLimits.answerMs / 2)
    assert.deepEqual(
      new Set(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)),
      new Set(['shutting_down']),
    )
    await database.drop()
  })
})
