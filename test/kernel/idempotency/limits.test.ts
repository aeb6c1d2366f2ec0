import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createIdempotency } from '../../../src/kernel/operation/idempotency/idempotency.ts'
import { type RecordLimits, recordLimits } from '../../../src/kernel/operation/idempotency/record-counts.ts'
import { sql } from '../../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'
import { createTestClock } from '../../test-clock.ts'

runsOn('sqlite', 'postgres')

const count = sql<{ actor: string }, { records: number; bytes: number }>(
  `SELECT COUNT(*) AS records, COALESCE(SUM(LENGTH(answer)), 0) AS bytes FROM idempotency WHERE actor = :actor`,
)

describe('what is kept for Idempotency-Keys', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  /** Calls with these limits: each has a key of its own and an answer of this size, one millisecond after the other. */
  function createCaller(actor: string, limits: Partial<RecordLimits>, answerBytes = 10) {
    const clock = createTestClock()
    const { db } = testApp.ctx
    const open = () => createIdempotency({ db, clock, isShared: false, secret: () => 'not used here', limits })
    let idempotency = open()
    const claimOf = (key: string) => ({
      channelId: testApp.channel.id,
      operation: 'add-points',
      key,
      actor,
      bodyHash: '',
    })
    return {
      async call(number: number): Promise<boolean> {
        clock.advance(1)
        const claim = claimOf(`${actor} ${number}`)
        const answer = { status: 200, body: 'x'.repeat(answerBytes) }
        const { replayed } = await idempotency.once(claim, async () => {
          await db.write((tx) => idempotency.keep(tx, claim, answer))
          return answer
        })
        return replayed
      },
      restart: () => {
        idempotency = open()
      },
      async kept() {
        const row = await db.get(count, { actor })
        return { records: Number(row?.records), bytes: Number(row?.bytes) }
      },
    }
  }

  it('is limited in number for each API key; the oldest go first', async () => {
    const caller = createCaller('key:many', { records: 20 })
    const other = createCaller('key:few', { records: 20 })
    await other.call(1)
    for (let number = 1; number <= 50; number++) {
      if (number === 35) caller.restart()
      await caller.call(number)
      assert.ok((await caller.kept()).records <= 20)
    }
    assert.equal((await caller.kept()).records, 20)
    assert.equal(await caller.call(50), true, 'a new one is replayed')
    assert.equal(await caller.call(1), false, 'the oldest is forgotten')
    assert.equal(await other.call(1), true, 'the record of another key stays')
  })

  it('is limited in bytes for each API key', async () => {
    const caller = createCaller('key:large', { bytes: 10_000 }, 1000)
    for (let number = 1; number <= 30; number++) await caller.call(number)
    const { records, bytes } = await caller.kept()
    assert.ok(bytes <= 10_000 && records >= 9, `${records} records, ${bytes} bytes`)
    assert.equal(await caller.call(30), true)
  })

  it('contains no answer above a size; the effect still happens once', async () => {
    const caller = createCaller('key:huge', { answerBytes: 100 }, 101)
    await caller.call(1)
    assert.deepEqual(await caller.kept(), { records: 1, bytes: 0 })
    await assert.rejects(caller.call(1), { code: 'outcome_unknown', message: /succeeded/ })
  })

  it('has limits that no single call of an operation reaches', () => {
    assert.ok(recordLimits.answerBytes * 10 < recordLimits.bytes)
  })
})
