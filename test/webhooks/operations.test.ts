import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signatureHeaders } from '../../src/capabilities/webhooks/signature.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { readDatabase } from '../read-database.ts'
import { createTestClock, hourMs, minuteMs } from '../test-clock.ts'
import { isSigned, type Receiver, startReceiver } from './receiver.ts'

runsOn('sqlite', 'postgres')

describe('webhooks', () => {
  const clock = createTestClock()
  let app: TestApp
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
    app = await createTestApp({ clock, config: { outgoingAllow: ['127.0.0.0/8'] } })
  })
  after(async () => {
    await app.close()
    await receiver.close()
  })

  const points = (amount: number, options = {}) =>
    app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' }, options)

  it('are created, listed, changed and deleted, and the secret is shown once', async () => {
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url, name: 'Lights' })).body
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = (await app.call('list-webhooks')).body.webhooks
    assert.deepEqual(
      listed.map((one: { id: string; name: string; active: number; types: unknown }) => [
        one.id,
        one.name,
        one.active,
        one.types,
      ]),
      [[id, 'Lights', 1, null]],
    )
    const changed = await app.call('update-webhook', { id, name: 'Lamps', types: ['points.*'], active: false })
    assert.deepEqual([changed.body.name, changed.body.types, changed.body.active], ['Lamps', ['points.*'], 0])
    const everything = JSON.stringify([listed, changed.body, (await app.call('list-webhook-deliveries', { id })).body])
    assert.ok(!everything.includes(secret) && !app.logLines.join('\n').includes(secret))
    await app.call('delete-webhook', { id })
    assert.deepEqual((await app.call('list-webhooks')).body.webhooks, [])
    for (const [operation, more] of [
      ['update-webhook', { name: 'x' }],
      ['delete-webhook', {}],
      ['roll-webhook-secret', {}],
      ['test-webhook', {}],
      ['list-webhook-deliveries', {}],
      ['resend-webhook-delivery', { delivery_id: 1 }],
    ] as const) {
      assert.equal((await app.call(operation, { id, ...more }, { status: 404 })).body.code, 'webhook_not_found')
    }
  })

  it('store their secrets encrypted, also in the answer that is kept for a repeat', async () => {
    const headers = { 'Idempotency-Key': 'one-webhook' }
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url }, { headers })).body
    const database = await readDatabase(app)
    const tables = await database.tables()
    await database.close()
    assert.equal(tables.event_webhooks?.length, 1)
    assert.ok(!JSON.stringify(tables).includes(secret.slice(6)))
    const again = await app.call('create-webhook', { url: receiver.url }, { headers })
    assert.equal(again.body.secret, secret, 'a repeat gets the first answer')
    assert.equal((await app.call('list-webhooks')).body.webhooks.length, 1, 'the repeat created none')
    await app.call('delete-webhook', { id })
  })

  it('deliver an event with the envelope of the stream, signed as the standard says', async () => {
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url, types: ['points.changed'] })).body
    const before = receiver.deliveries.length
    await app.call('title', { title: 'Not asked for', platform: 'PlatformA' })
    await points(11)
    await receiver.until(before + 1)
    const delivered = receiver.deliveries.at(-1) ?? assert.fail()
    assert.deepEqual(Object.keys(delivered.event), ['id', 'type', 'platform', 'created_at', 'is_test', 'data'])
    assert.deepEqual([delivered.event.type, delivered.event.data.delta], ['points.changed', 11])
    assert.equal(delivered.headers['webhook-id'], delivered.event.id)
    assert.equal(delivered.headers['content-type'], 'application/json')
    assert.ok(isSigned(delivered, secret, clock.now()))
    assert.ok(!isSigned({ ...delivered, text: `${delivered.text} ` }, secret, clock.now()))
    assert.ok(!delivered.headers.authorization)
    await app.call('delete-webhook', { id })
    await points(12)
    assert.equal(receiver.deliveries.length, before + 1)
  })

  // The example of the specification (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md).
  it('sign the example of the standard as the standard does', () => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signatureHeaders({ id, body: '{"test": 2432232314}' }, [secret], 1_614_265_330_000)
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('sign with both secrets for a day after a rotation', async () => {
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url, types: ['points.changed'] })).body
    const rolled = (await app.call('roll-webhook-secret', { id })).body
    assert.notEqual(rolled.secret, secret)
    const before = receiver.deliveries.length
    await points(21)
    await receiver.until(before + 1)
    const both = receiver.deliveries.at(-1) ?? assert.fail()
    assert.ok(isSigned(both, secret, clock.now()) && isSigned(both, rolled.secret, clock.now()))
    clock.advance(25 * hourMs)
    await points(22)
    await receiver.until(before + 2)
    const later = receiver.deliveries.at(-1) ?? assert.fail()
    assert.deepEqual([isSigned(later, secret, clock.now()), isSigned(later, rolled.secret, clock.now())], [false, true])
    await app.call('delete-webhook', { id })
  })

  it('sign with both secrets what happens while the new secret is being read', async (t) => {
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url, types: ['points.changed'] })).body
    const before = receiver.deliveries.length
    await points(31)
    await receiver.until(before + 1)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: written, resolve: readEvents } = Promise.withResolvers<void>()
    const { db } = app.ctx
    const read = db.all.bind(db)
    const reading = t.mock.method(db, 'all', async (...args: Parameters<typeof read>) => {
      const [{ text }] = args
      if (text.includes('FROM event_webhooks')) await released
      // A queue that was awake before, as on a slow database.
      if (text.includes('FROM events ')) await written
      return read(...args)
    })
    const rolled = (await app.call('roll-webhook-secret', { id })).body
    await points(1000)
    readEvents()
    // Time enough for a delivery that does not wait for the secret.
    for (let call = 1; call <= 20; call++) await points(1000 + call)
    release()
    await receiver.until(before + 22)
    reading.mock.restore()
    for (const delivered of receiver.deliveries.slice(before + 1)) {
      assert.ok(isSigned(delivered, secret, clock.now()) && isSigned(delivered, rolled.secret, clock.now()))
    }
    await app.call('delete-webhook', { id })
    // The tests that follow create as many in a minute as are allowed.
    clock.advance(minuteMs)
  })

  it('receive only what the key that created them may read, and nobody widens that', async () => {
    const narrow = await app.makeKey(['webhooks:manage', 'points:read'])
    const { id } = (await app.call('create-webhook', { url: receiver.url }, { key: narrow.key })).body
    const before = receiver.deliveries.length
    await app.call('title', { title: 'Hidden', platform: 'PlatformA' })
    await points(31)
    await receiver.until(before + 1)
    assert.equal(receiver.deliveries.at(-1)?.event.type, 'points.changed')
    assert.equal(receiver.deliveries.length, before + 1)
    const refused = await app.call(
      'create-webhook',
      { url: receiver.url, types: ['stream.online'] },
      { key: narrow.key, status: 403 },
    )
    assert.equal(refused.body.required_scope, 'stream:read')
    const { id: wide } = (await app.call('create-webhook', { url: receiver.url, types: ['stream.*'] })).body
    for (const change of [{ url: 'https://example.com/' }, { active: 1 }]) {
      const other = await app.call('update-webhook', { id: wide, ...change }, { key: narrow.key, status: 403 })
      assert.equal(other.body.code, 'missing_scope')
    }
    await app.call('roll-webhook-secret', { id: wide }, { key: narrow.key, status: 403 })
    const blind = await app.makeKey(['webhooks:manage'])
    await app.call('create-webhook', { url: receiver.url }, { key: blind.key, status: 400 })
    for (const one of [id, wide]) await app.call('delete-webhook', { id: one })
  })

  it('refuse types that do not exist or are not stored, bad addresses, and more than twenty', async () => {
    for (const [types, said] of [
      [['no.such'], /no event type no\.such/],
      [['chat.message'], /not stored/],
    ] as const) {
      const refused = await app.call('create-webhook', { url: receiver.url, types }, { status: 400 })
      assert.match(refused.body.error, said)
    }
    for (const url of [
      'ftp://example.com/',
      'https://user:secret@example.com/',
      'nonsense',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/',
    ]) {
      const refused = await app.call('create-webhook', { url }, { status: 400 })
      assert.ok(['destination_not_allowed', 'invalid_parameter'].includes(refused.body.code), url)
      assert.match(refused.body.error, /^url/)
    }
    const made: string[] = []
    for (let count = 0; count < 20; count++)
      made.push((await app.call('create-webhook', { url: receiver.url, types: ['clip.created'] })).body.id)
    const { key } = await app.makeKey()
    assert.match(
      (await app.call('create-webhook', { url: receiver.url }, { key, status: 400 })).body.error,
      /^At most 20/,
    )
    for (const id of made) await app.call('delete-webhook', { id }, { key })
  })

  it('of a test key belong to the test channel', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    const { id } = (await app.call('create-webhook', { url: receiver.url, types: ['points.changed'] }, { key })).body
    assert.deepEqual((await app.call('list-webhooks')).body.webhooks, [])
    const before = receiver.deliveries.length
    await points(41)
    await points(42, { key })
    await receiver.until(before + 1)
    assert.deepEqual(
      [receiver.deliveries.at(-1)?.event.is_test, receiver.deliveries.at(-1)?.event.data.delta],
      [true, 42],
    )
    await app.call('delete-webhook', { id }, { key })
  })

  it('send a test event at once, and say what the receiver answered', async () => {
    const { id, secret } = (await app.call('create-webhook', { url: receiver.url })).body
    const sent = (await app.call('test-webhook', { id })).body
    assert.deepEqual([sent.delivered, sent.response_status, sent.error], [true, 204, null])
    const delivered = receiver.deliveries.at(-1) ?? assert.fail()
    assert.deepEqual([delivered.event.type, delivered.event.is_test], ['webhook.test', true])
    assert.ok(isSigned(delivered, secret, clock.now()))
    await app.call('update-webhook', { id, url: 'http://127.0.0.1:1/' })
    const failed = (await app.call('test-webhook', { id })).body
    assert.deepEqual([failed.delivered, failed.response_status], [false, null])
    assert.match(failed.error, /could not be reached/)
    const { deliveries } = (await app.call('list-webhook-deliveries', { id })).body
    assert.deepEqual(
      deliveries.map((one: Record<string, unknown>) => [one.delivery_id, one.type, one.status, one.attempts]),
      [
        [failed.delivery_id, 'webhook.test', 'failed', 1],
        [sent.delivery_id, 'webhook.test', 'delivered', 1],
      ],
    )
    assert.equal(deliveries[1].event_id, delivered.event.id)
    assert.equal(deliveries[0].next_attempt_at, null)
    const again = await app.call('resend-webhook-delivery', { id, delivery_id: sent.delivery_id }, { status: 404 })
    assert.equal(again.body.error, 'This delivery was a test. Send another one with test-webhook.')
    await app.call('delete-webhook', { id })
  })
})
