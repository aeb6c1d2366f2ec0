import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openRedis, type Redis } from '../../src/cluster/redis.ts'
import { createSharedLimiter } from '../../src/cluster/shared-limiter.ts'
import { systemClock } from '../../src/kernel/ambient.ts'
import { createMemoryLimiter, type Limiter } from '../../src/kernel/limits/limiter.ts'
import { createLog } from '../../src/kernel/log.ts'
import { needs } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { startRedis } from './redis-server.ts'

needs('redis')

describe('the limits of several nodes', () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  const threads: Redis[] = []
  let nodes: Limiter[] = []
  let round = 0
  let key = ''

  before(async () => {
    server = await startRedis()
    for (let node = 0; node < 3; node++) threads.push(await openRedis(server.url, createLog('silent')))
  })
  after(async () => {
    for (const thread of threads) thread.close()
    await server?.kill()
  })
  beforeEach(() => {
    key = `key ${round++}`
    nodes = threads.map((thread) => createSharedLimiter(thread, createMemoryLimiter(systemClock)))
  })
  const isUp = () => eventually('every node to reach Redis', async () => threads.every((thread) => thread.isUp))

  async function offer(calls: number, limit: number): Promise<number> {
    const takes = Array.from({ length: calls }, async (_, call) => nodes[call % nodes.length]?.take(key, limit))
    return (await Promise.all(takes)).filter((verdict) => verdict?.allowed).length
  }

  it('let through exactly what one node would, whichever node is asked', async () => {
    await isUp()
    assert.equal(await offer(500, 90), 90)
    assert.equal(await offer(50, 90), 0)
  })

  it('report how many are left and when the next is possible, and reading takes none', async () => {
    await isUp()
    const [first, second] = nodes
    assert.deepEqual(await first?.peek(key, 3), { allowed: true, remaining: 3, resetSeconds: 0 })
    assert.equal((await first?.take(key, 3))?.remaining, 2)
    const seen = await second?.peek(key, 3)
    assert.equal(seen?.remaining, 2)
    assert.ok((seen?.resetSeconds ?? 0) > 50 && (seen?.resetSeconds ?? 0) <= 60)
    assert.equal((await second?.take(key, 3))?.remaining, 1)
  })

  it('are where they were for a node that starts again', async () => {
    await isUp()
    assert.equal(await offer(7, 9), 7)
    nodes = threads.map((thread) => createSharedLimiter(thread, createMemoryLimiter(systemClock)))
    assert.equal(await offer(30, 9), 2)
  })

  it('are kept by each node alone, from what it has let through itself, while Redis is dead', async () => {
    await isUp()
    assert.equal(await offer(9, 9), 9)
    await server.kill()
    try {
      // Each of the three has let three through, and each enforces nine.
      assert.equal(await offer(100, 9), 18)
      assert.equal(await offer(100, 9), 0)
    } finally {
      await server.start()
    }
    await isUp()
  })

  it('are kept, without waiting for it, while Redis hangs', async () => {
    await isUp()
    assert.equal(await offer(3, 3), 3)
    server.freeze()
    try {
      assert.equal(await within('every call to be counted', offer(30, 3)), 6)
      assert.equal(await offer(30, 3), 0)
    } finally {
      server.thaw()
    }
    await isUp()
  })
})
