import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { retryDelaysMs } from '../../src/capabilities/webhooks/delivery-attempts.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, dayMs, hourMs } from '../test-clock.ts'
import { startReceiver } from './receiver.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server again, and deliveries wait before they are tried again')

describe('deliveries to webhooks', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock, config: { outgoingAllow: ['127.0.0.0/8'] } })
  })
  after(() => app.close())

  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })
  const create = async (url: string) => (await app.call('create-webhook', { url, types: ['points.changed'] })).body.id
  const listed = async (id: string) => (await app.call('list-webhook-deliveries', { id })).body.deliveries
  /** Wakes the queue, whose timer runs by the real clock. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms)
    app.app.webhookDeliverer.wakeAll()
  }

  it('are repeated after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, each a little later, and then given up', async () => {
    assert.deepEqual(retryDelaysMs, [5e3, 3e5, 18e5, 72e5, 18e6, 36e6])
    const receiver = await startReceiver(() => 500)
    const id = await create(receiver.url)
    await points(11)
    await receiver.until(1)
    for (const [index, delay] of retryDelaysMs.entries()) {
      await eventually('the attempt to be recorded', async () => (await listed(id))[0]?.attempts === index + 1)
      const [delivery] = await listed(id)
      assert.deepEqual([delivery.status, delivery.response_status], ['pending', 500])
      assert.match(delivery.error, /answered with 500/)
      const wait = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempted_at)
      assert.ok(wait >= delay && wait <= delay * 1.2 + 50, `${wait} after attempt ${index + 1}`)
      await pass(delay * 0.9)
      await turns()
      assert.equal(receiver.deliveries.length, index + 1, 'not earlier')
      await pass(delay * 0.35)
      await receiver.until(index + 2)
    }
    await eventually('the end', async () => (await listed(id))[0]?.status === 'failed')
    assert.equal(receiver.deliveries.length, 7)
    assert.equal(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).size, 1)
    await pass(dayMs)
    const { delivery_id } = (await listed(id))[0]
    const again = (await app.call('resend-webhook-delivery', { id, delivery_id })).body
    await receiver.until(8)
    assert.notEqual(again.delivery_id, delivery_id)
    assert.equal(receiver.deliveries[7]?.headers['webhook-id'], receiver.deliveries[0]?.headers['webhook-id'])
    await app.call('delete-webhook', { id })
    await receiver.close()
  })

  it('arrive although the receiver fails half the time, breaks off or redirects', async () => {
    let count = 0
    const receiver = await startReceiver(() => [500, 204, 0, 200, 302, 204][count++ % 6] ?? 500)
    const id = await create(receiver.url)
    for (let amount = 101; amount <= 140; amount++) await points(amount)
    const isComplete = async () => {
      await pass(400_000)
      return new Set(receiver.accepted().map(({ event }) => event.id)).size === 40
    }
    // Each look lets the time of another attempt pass, and there are many of them.
    await eventually('all of them', isComplete, undefined, 5)
    const amounts = new Set(receiver.accepted().map(({ event }) => event.data.delta))
    assert.deepEqual(
      [...amounts].sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, index) => 101 + index),
    )
    assert.equal(receiver.accepted().length, 40, 'none twice, because nothing was interrupted')
    await app.call('delete-webhook', { id })
    await receiver.close()
  })

  it('that wait for hours are sent as soon as the receiver answers again, and one that it refuses keeps to its waits', async () => {
    let isAway = true
    const receiver = await startReceiver(({ event }) => (isAway || event.data.delta === 66 ? 500 : 204))
    const id = await create(receiver.url)
    for (const amount of [61, 62, 63]) await points(amount)
    await eventually('all to have failed', async () => {
      const all = await listed(id)
      return all.length === 3 && all.every(({ attempts }: { attempts: number }) => attempts === 1)
    })
    await pass(7_000)
    await eventually('a second failure', async () =>
      (await listed(id)).every(({ attempts }: { attempts: number }) => attempts === 2),
    )
    isAway = false
    // The next attempts are due in five minutes; another event comes before.
    await pass(20_000)
    await points(64)
    const delivered = () => receiver.accepted().map(({ event }) => event.data.delta)
    await eventually('all to arrive', () => delivered().length === 4)
    assert.deepEqual(delivered().toSorted(), [61, 62, 63, 64])

    await points(66)
    await eventually('it to be refused', async () => (await listed(id))[0]?.attempts === 1)
    await points(65)
    await eventually('the next one to arrive', () => delivered().includes(65))
    await turns()
    const [, refused] = await listed(id)
    assert.deepEqual([refused.attempts, refused.status], [1, 'pending'])
    await app.call('delete-webhook', { id })
    await receiver.close()
  })

  it('of one webhook do not wait for the server of another', async () => {
    const { promise: release, resolve } = Promise.withResolvers<number>()
    const stuck = await startReceiver(() => release)
    const quick = await startReceiver()
    const ids = [await create(stuck.url), await create(quick.url)]
    for (let amount = 201; amount <= 220; amount++) await points(amount)
    await quick.until(20)
    assert.equal(stuck.deliveries.length, 0)
    resolve(204)
    await stuck.until(20)
    for (const id of ids) await app.call('delete-webhook', { id })
    await Promise.all([stuck.close(), quick.close()])
  })

  it('stop when the receiver answers 410, which the panel shows, and begin again when a person says so', async () => {
    let status = 410
    const receiver = await startReceiver(() => status)
    const id = await create(receiver.url)
    await points(301)
    await eventually('the end', async () => {
      const [webhook] = (await app.call('list-webhooks')).body.webhooks
      return webhook.active === 0 && webhook.disabled_reason === 'gone' && webhook.pending === 0
    })
    await points(302)
    const owner = await signInAsOwner(app)
    const recent = (await owner.call('list-events', { group: 'panel', limit: 5 })).body.events
    assert.ok(recent.some(({ kind }: { kind: string }) => kind === 'webhook.disabled'))
    status = 204
    await owner.call('update-webhook', { id, active: true })
    await points(303)
    await eventually('the next event', () => receiver.accepted().length === 1)
    assert.equal(receiver.accepted()[0]?.event.data.delta, 303, 'what happened while it was off is not delivered')
    await app.call('delete-webhook', { id })
    await receiver.close()
  })

  it('are listed page by page, and forgotten after a week', async () => {
    const receiver = await startReceiver()
    const id = await create(receiver.url)
    for (let amount = 401; amount <= 405; amount++) await points(amount)
    await eventually('all delivered', async () => {
      const deliveries = await listed(id)
      return deliveries.length === 5 && deliveries.every(({ status }: { status: string }) => status === 'delivered')
    })
    const first = (await app.call('list-webhook-deliveries', { id, limit: 3 })).body
    const second = (await app.call('list-webhook-deliveries', { id, limit: 3, before: first.next_before })).body
    const seen = [...first.deliveries, ...second.deliveries].map(({ delivery_id }) => delivery_id)
    assert.deepEqual([seen.length, second.next_before], [5, null])
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => b - a),
    )
    clock.advance(8 * dayMs)
    await app.ctx.webhooks.prune()
    assert.deepEqual(await listed(id), [])
    await app.call('delete-webhook', { id })
    await receiver.close()
  })
})

describe('a server that is stopped and started', () => {
  it('delivers what happened before and what was not confirmed', async () => {
    const clock = createTestClock()
    let isUp = false
    const receiver = await startReceiver(() => (isUp ? 204 : 503))
    const config = { outgoingAllow: ['127.0.0.0/8'] }
    const first = await createTestApp({ clock, config })
    const { id } = (await first.call('create-webhook', { url: receiver.url, types: ['points.changed'] })).body
    for (let amount = 1; amount <= 5; amount++) {
      await first.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })
    }
    await receiver.until(1)
    await first.close({ keepFolder: true })
    isUp = true
    clock.advance(hourMs)
    const again = await createTestApp({
      clock,
      folder: first.folder,
      config: { ...config, databaseUrl: first.app.config.databaseUrl },
    })
    await eventually('all five', () => new Set(receiver.accepted().map(({ event }) => event.id)).size === 5)
    await again.call('delete-webhook', { id }, { key: first.key })
    await again.close()
    await receiver.close()
  })
})
