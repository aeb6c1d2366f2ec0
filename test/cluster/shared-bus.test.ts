import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openRedis, type Redis } from '../../src/cluster/redis.ts'
import { createSharedBus, type SharedBus } from '../../src/cluster/shared-bus.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { needs } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { startRedis } from './redis-server.ts'

needs('redis')

describe('the bus of several nodes', () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  const threads: Redis[] = []
  const buses: SharedBus[] = []
  const heard: string[][] = [[], []]
  const gaps = [0, 0]

  before(async () => {
    server = await startRedis()
    for (const node of [0, 1]) {
      const redis = await openRedis(server.url, createLog('silent'))
      threads.push(redis)
      const own = createMemoryBus((error) => assert.fail(String(error)))
      const bus = await createSharedBus({ own, redis, nodeId: `node ${node}`, onError: () => {} })
      bus.subscribe('key-changed', ({ hash }) => heard[node]?.push(hash))
      bus.subscribe('missed-messages', () => {
        gaps[node] = (gaps[node] ?? 0) + 1
      })
      buses.push(bus)
    }
  })
  after(async () => {
    for (const bus of buses) bus.close()
    for (const thread of threads) thread.close()
    await server?.kill()
  })
  const say = (node: number, hash: string) => buses[node]?.publish('key-changed', { hash })

  it('carries what is said on one node to the others, in order and once', async () => {
    for (let word = 0; word < 200; word++) say(0, `word ${word}`)
    const expected = Array.from({ length: 200 }, (_, word) => `word ${word}`)
    await eventually('all words', async () => (heard[1]?.length ?? 0) >= 200)
    assert.deepEqual(heard[1], expected)
    assert.deepEqual(heard[0], expected, 'the publisher receives it once, at once')
  })

  it('has everybody forget what they remember while nothing can be received, and once more afterwards', async () => {
    await server.kill()
    const before = [...gaps]
    await eventually('nodes that know', async () => threads.every((thread) => !thread.isUp))
    await eventually('two looks', async () => gaps.every((count, node) => count >= (before[node] ?? 0) + 2))
    say(0, 'into the void')
    await server.start()
    await eventually('nodes that are back', async () => threads.every((thread) => thread.isUp))
    let word = 0
    await eventually('a word on the other side', async () => {
      say(0, `back ${word++}`)
      return heard[1]?.some((hash) => hash.startsWith('back')) ?? false
    })
    assert.ok(heard[0]?.includes('into the void'), 'this node keeps working')
    assert.ok(!heard[1]?.includes('into the void'))
  })

  it('has the others forget what they remember when messages of one node alone were lost', async () => {
    const heardBefore = gaps[1] ?? 0
    let isUp = true
    let onChange: (isUp: boolean) => void = () => {}
    const [real] = threads
    assert.ok(real !== undefined)
    const cutOff: Redis = {
      ...real,
      get isUp() {
        return isUp
      },
      watch(listener) {
        onChange = listener
        return () => {}
      },
    }
    const own = createMemoryBus((error) => assert.fail(String(error)))
    const bus = await createSharedBus({ own, redis: cutOff, nodeId: 'node 2', onError: () => {} })
    const set = (next: boolean) => {
      isUp = next
      onChange(next)
    }
    set(false)
    bus.publish('key-changed', { hash: 'lost' })
    await turns()
    set(true)
    await eventually('the other node forgets', async () => (gaps[1] ?? 0) > heardBefore)
    assert.ok(!heard[1]?.includes('lost'))
    bus.close()
  })
})
