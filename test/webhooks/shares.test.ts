import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSendDelivery } from '../../src/capabilities/webhooks/send-delivery.ts'
import type { Webhook } from '../../src/capabilities/webhooks/webhook-rows.ts'
import type { Outgoing } from '../../src/platforms/calls/outgoing.ts'
import { turns } from '../eventually.ts'
import { createTestClock } from '../test-clock.ts'

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`

describe('deliveries of many channels', () => {
  it('of one whose receivers never answer hold up no other channel, and no other webhook of the same', async () => {
    const called: string[] = []
    const answers: (() => void)[] = []
    const send: Outgoing['send'] = async ({ url }) => {
      called.push(url)
      await new Promise<void>((resolve) => answers.push(resolve))
      return { host: 'example.com', status: 204, headers: {}, body: '' }
    }
    const sending = createSendDelivery({ clock: createTestClock(), outgoing: async () => ({ send }) as Outgoing })
    const deliver = (channelId: number, id: string) => {
      const webhook = { channelId, id, url: `https://${id}.example`, secret } as Webhook
      return sending.send(webhook, { id: 'event', body: '{}' })
    }
    const all = Array.from({ length: 300 }, () => deliver(1, 'slow'))
    await turns()
    assert.equal(called.length, 100, 'half of all places')
    all.push(deliver(1, 'other'), deliver(2, 'neighbour'))
    await turns()
    assert.deepEqual(called.slice(100), ['https://neighbour.example'])
    for (const answer of answers.splice(0, 4)) answer()
    await turns()
    assert.ok(called.slice(101, 104).includes('https://other.example'), called.slice(101).join(' '))
    while (answers.length > 0) {
      for (const answer of answers.splice(0)) answer()
      await turns()
    }
    assert.ok((await Promise.all(all)).every((attempt) => attempt?.isDelivered))
  })
})
