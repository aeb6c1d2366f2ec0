import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLeader } from '../../src/cluster/leader.ts'
import { createLeases } from '../../src/cluster/leases.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Database } from '../../src/kernel/storage/database.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('leases run out while it waits')

describe('what one node at a time may do', () => {
  let database: TestDatabase
  const clock = createTestClock()
  let db: Database
  before(async () => {
    database = await openTestDatabase()
    db = database.db
  })
  after(async () => {
    await database.remove()
  })
  const leasesOf = (nodeId: string) => createLeases({ db, nodeId, now: async () => clock.now() })

  it('is held by one until its time is up, and renewed by it', async () => {
    const [one, other] = [leasesOf('one'), leasesOf('other')]
    assert.equal(await one.take('work', 5_000), true)
    assert.equal(await other.take('work', 5_000), false)
    clock.advance(4_000)
    assert.equal(await one.take('work', 5_000), true)
    clock.advance(4_000)
    assert.equal(await other.take('work', 5_000), false)
    clock.advance(1_000)
    assert.equal(await other.take('work', 5_000), true)
    assert.equal(await one.take('work', 5_000), false)
  })

  it('continues at once when it is given back', async () => {
    const [one, other] = [leasesOf('one'), leasesOf('other')]
    assert.equal(await one.take('errand', 5_000), true)
    await other.drop('errand')
    assert.equal(await other.take('errand', 5_000), false, 'nobody gives back what is not theirs')
    await one.drop('errand')
    assert.equal(await other.take('errand', 5_000), true)
  })

  it('is done by one after the other, never by two', async () => {
    let busy = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++busy)
      // Long enough for another to look meanwhile.
      await turns(100)
      busy--
    }
    await Promise.all(['a', 'b', 'c'].map((nodeId) => leasesOf(nodeId).runExclusively('renewal', 10_000, work)))
    assert.equal(most, 1)
  })

  it('is left by a node that closes, and taken by the next that checks', async () => {
    const log = createLog('silent')
    const changes: string[] = []
    const leaders = ['first', 'second'].map((nodeId) => {
      const leader = createLeader({ leases: leasesOf(nodeId), clock, log })
      return { leader, start: () => leader.start((isMine) => void changes.push(`${nodeId} ${isMine}`)) }
    })
    for (const { start } of leaders) await start()
    assert.deepEqual(changes, ['first true'])
    assert.deepEqual(
      leaders.map(({ leader }) => leader.isMine()),
      [true, false],
    )
    await leaders[0]?.leader.close()
    assert.equal(leaders[0]?.leader.isMine(), false)
    await eventually('the second to take over', () => changes.length === 2)
    assert.deepEqual(changes, ['first true', 'second true'])
    await leaders[1]?.leader.close()
  })

  it('is done by one of two nodes whose clocks differ by minutes, and by the other as soon as that one is gone', async () => {
    const [behind, ahead] = [createTestClock({ runs: true }), createTestClock({ runs: true })]
    behind.jump(-120_000)
    ahead.jump(120_000)
    const log = createLog('silent')
    const leaders = [behind, ahead].map((own, number) =>
      createLeader({ leases: createLeases({ db, nodeId: `skewed ${number}` }), clock: own, log }),
    )
    const [first, second] = leaders
    await first?.start(() => {})
    await second?.start(() => {})
    assert.deepEqual(
      leaders.map((leader) => leader.isMine()),
      [true, false],
    )
    await first?.close()
    await eventually('the other to take over', () => second?.isMine() === true)
    await first?.start(() => {})
    assert.deepEqual(
      leaders.map((leader) => leader.isMine()),
      [false, true],
    )
    await Promise.all(leaders.map((leader) => leader.close()))
  })

  it('says the time of the database, which goes on', async () => {
    const before = await db.now()
    const isNear = (at: number) => Math.abs(at - Date.now()) < 60 * 60_000
    assert.ok(Number.isInteger(before) && isNear(before), String(before))
    await eventually('time to pass', async () => (await db.now()) > before)
  })

  it('is not mine any more when my lease ran out before I could renew it', async () => {
    const leader = createLeader({ leases: leasesOf('sleeper'), clock, log: createLog('silent') })
    await leader.start(() => {})
    assert.equal(leader.isMine(), true)
    clock.advance(5_000)
    assert.equal(leader.isMine(), false)
    await leader.close()
  })
})
