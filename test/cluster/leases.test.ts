import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLeader } from '../../src/cluster/leader.ts'
import { createLeases } from '../../src/cluster/leases.ts'
import { createLog } from '../../src/log.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { createTestClock } from '../test-clock.ts'

describe('what one node at a time may do', () => {
  const folder = createTemporaryFolder()
  const clock = createTestClock()
  let db: Database
  before(async () => {
    db = await openDatabase(folder.path, (error) => assert.fail(String(error)))
  })
  after(async () => {
    await db.close()
    folder.remove()
  })
  const leasesOf = (nodeId: string) => createLeases({ db, clock, nodeId })

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

  it('goes on at once when it is given back', async () => {
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
      await new Promise((resolve) => setTimeout(resolve, 30))
      busy--
    }
    await Promise.all(['a', 'b', 'c'].map((nodeId) => leasesOf(nodeId).runExclusively('renewal', 10_000, work)))
    assert.equal(most, 1)
  })

  it('is left by a node that closes, and taken by the next that looks', async () => {
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
    const deadline = performance.now() + 10_000
    while (changes.length < 2 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepEqual(changes, ['first true', 'second true'])
    await leaders[1]?.leader.close()
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
