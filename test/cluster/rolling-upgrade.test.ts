import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSession } from '../../src/kernel/storage/postgres/session.ts'
import { callOver } from '../call-over.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { patientTimeLimits } from '../open-test-database.ts'
import { loadedAccount, startPair } from '../trust/pair.ts'
import { createNextVersion } from './next-version.ts'

runsOn('postgres', { because: 'several nodes share one PostgreSQL' })
needs('postgres', 'redis', 'haproxy')
isSlow('it starts PostgreSQL, Redis, HAProxy and four nodes')

const callers = 4
const pauseMs = 200

/** `npm run trust -- rolling-upgrade` demands that no call fails; here a busy machine may refuse one, which is repeated. */
describe('two nodes that are upgraded in turn behind the load balancer', () => {
  it('serve all the while, with tables that are newer than one of them, and do every write once', async () => {
    const pair = await startPair()
    const next = createNextVersion()
    try {
      const { url } = pair.balancer
      let [added, isOver] = [0, false]
      async function add(key: string, id: string): Promise<void> {
        await eventually('a call to be accepted', async () => {
          const headers = { 'Idempotency-Key': id }
          const answer = await callOver(url, key, 'add-points', { ...loadedAccount, amount: 1 }, headers).catch(
            () => undefined,
          )
          return answer?.status === 200
        })
        added++
      }
      async function keepAdding(key: string): Promise<void> {
        for (let count = 0; !isOver; count++) {
          await add(key, `${key.slice(-8)}-${count}`)
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      }
      const load = Promise.all(pair.keys.slice(0, callers).map(keepAdding))
      const version = next.advance()
      for (const node of pair.nodes) {
        const before = added
        assert.equal(await node.stop(), 0)
        await node.start(next.bin)
        await eventually('calls to go on', () => added > before + callers)
      }
      isOver = true
      await load
      const { body } = await callOver(url, pair.keys[0] ?? '', 'get-points', loadedAccount)
      assert.equal(body.points, added)
      const session = await openSession(pair.postgres.url(), 'care', patientTimeLimits)
      const [newest] = await session.exec('SELECT max(version) AS version FROM migrations')
      await session.close()
      assert.equal(Number(newest?.version), version)
    } finally {
      await pair.close()
      next.remove()
    }
  })
})
