import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callOver } from '../call-over.ts'
import { createServerNode } from '../cluster/nodes.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startReceiver } from './receiver.ts'

runsOn('sqlite', { because: 'a killed process is the same on both; test/trust kills nodes on PostgreSQL' })

needs('haproxy')
isSlow('it starts the server three times, and a failed delivery waits for five seconds')

describe('webhooks of a server that is killed', () => {
  it('lose no event, and repeat one with the same id at most', async () => {
    // Half of them fail the first time. A second failure would wait for minutes.
    const seen = new Set<string>()
    const receiver = await startReceiver(({ event }) => {
      const isFirst = !seen.has(event.id)
      seen.add(event.id)
      return isFirst && event.data.delta % 2 === 0 ? 503 : 204
    })
    const node = await createServerNode({ SHOWCALLER_OUTGOING_ALLOW: '127.0.0.0/8' })
    try {
      await node.start()
      await eventually('the key', () => node.key() !== '')
      const key = node.key()
      const made = await callOver(node.url, key, 'create-webhook', { url: receiver.url, types: ['points.changed'] })
      assert.equal(made.status, 200)
      let amount = 0
      for (let life = 0; life < 2; life++) {
        for (let event = 0; event < 10; event++) {
          const points = { username: 'alice', amount: ++amount, platform: 'PlatformA' }
          assert.equal((await callOver(node.url, key, 'add-points', points)).status, 200)
        }
        await node.kill()
        await node.start()
      }
      const accepted = () => new Map(receiver.accepted().map(({ event }) => [event.id, event.data.delta]))
      await eventually('every event', () => accepted().size === amount)
      assert.deepEqual(
        [...accepted().values()].sort((a, b) => a - b),
        Array.from({ length: amount }, (_, index) => index + 1),
      )
      const [first] = receiver.deliveries
      assert.equal(first?.headers['webhook-id'], first?.event.id)
    } finally {
      await node.remove()
      await receiver.close()
    }
  })
})
