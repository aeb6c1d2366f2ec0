import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { donationReceivers } from '../../src/platforms/donations/receivers.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { fourthwallDelivery, fourthwallHeaders, fourthwallSecret } from '../fakes/fourthwall.ts'
import { recordedTiltify, tiltifyDelivery, tiltifyHeaders, tiltifySecret } from '../fakes/tiltify.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { donorsOf, traceOf } from './donors.ts'

runsOn('sqlite', 'postgres')

describe('donations of Tiltify and Fourthwall', () => {
  let app: TestApp
  let owner: PanelClient
  const urls = { tiltify: '', fourthwall: '' }
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    for (const [provider, secret] of [
      ['tiltify', tiltifySecret],
      ['fourthwall', fourthwallSecret],
    ] as const) {
      urls[provider] = (await owner.call('save-donation-source', { provider, secret })).body.source.webhook_url
    }
  })
  after(() => app?.close())

  const post = async (url: string, body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body, headers })).status
  const sendTiltify = (body: string) => post(urls.tiltify, body, tiltifyHeaders(body))
  const sendFourthwall = (body: string) => post(urls.fourthwall, body, fourthwallHeaders(body))
  const newest = async () => {
    const [donor] = await donorsOf(app)
    return [donor?.provider, donor?.username, donor?.amount, donor?.currency, donor?.message, donor?.is_test]
  }

  it('accept a recorded delivery of Tiltify with its own signature, and not with one byte changed', () => {
    const { secret, timestamp, signature, body } = recordedTiltify
    const headers: Record<string, string> = { 'x-tiltify-timestamp': timestamp, 'x-tiltify-signature': signature }
    const read = (text: string) =>
      donationReceivers.tiltify.read({
        body: Buffer.from(text),
        secret,
        receivedAt: 0,
        header: (name) => headers[name],
      })
    assert.deepEqual(read(body), {
      id: 'dfa25dcc-2026-4320-a5b7-5da076efeb05',
      amount: 82.95,
      currency: 'USD',
      name: 'Jirachi',
      message: 'Rerum quo necessitatibus voluptas provident ad molestiae ipsam.',
      isTest: true,
    })
    assert.throws(() => read(body.replace('82.95', '92.95')), { code: 'invalid_signature' })
  })

  it('of Tiltify count once, with and without the private fields, when they are paid', async () => {
    assert.equal(await sendTiltify(tiltifyDelivery({ id: 'unpaid', completed_at: null })), 200)
    const before = (await donorsOf(app)).length
    for (const event_type of ['public:direct:donation_updated', 'private:direct:donation_updated']) {
      assert.equal(await sendTiltify(tiltifyDelivery({ donor_email: 'j@example.com' }, { event_type })), 200)
    }
    const message = 'Rerum quo necessitatibus voluptas provident ad molestiae ipsam.'
    assert.deepEqual(await newest(), ['tiltify', 'Jirachi', 82.95, 'USD', message, 0])
    const updated = { event_type: 'public:direct:campaign_updated' }
    assert.equal(await sendTiltify(tiltifyDelivery({ id: 'a campaign' }, updated)), 200)
    assert.equal((await donorsOf(app)).length, before + 1)
    const [shown] = (await app.call('get-recent-activity', { limit: 1 })).body.latest_donors
    assert.deepEqual([shown.provider, shown.amount, shown.currency], ['ProviderF', 82.95, 'USD'])
  })

  it('of Fourthwall count once; orders, gifts and memberships do not', async () => {
    const before = (await donorsOf(app)).length
    for (const id of ['weve_1', 'weve_2']) assert.equal(await sendFourthwall(fourthwallDelivery({}, { id })), 200)
    assert.deepEqual(await newest(), ['fourthwall', 'Johnny', 9.99, 'USD', 'Sample message', 0])
    for (const type of ['ORDER_PLACED', 'GIFT_PURCHASE', 'SUBSCRIPTION_PURCHASED', 'SOMETHING_NEW']) {
      assert.equal(await sendFourthwall(fourthwallDelivery({ id: type }, { type })), 200)
    }
    assert.equal((await donorsOf(app)).length, before + 1)
  })

  it('are marked when they are only tests, of which each is shown', async () => {
    const before = (await donorsOf(app)).length
    const test = { testMode: true }
    assert.equal(await sendFourthwall(fourthwallDelivery({ username: null, message: null }, test)), 200)
    assert.deepEqual(await newest(), ['fourthwall', 'Somebody', 9.99, 'USD', '', 1])
    assert.equal((await donorsOf(app)).length, before + 1)
  })

  it('are refused without a trace when the signature is wrong or the body cannot be read', async () => {
    const before = await traceOf(app)
    const gift = tiltifyDelivery({ id: 'forged' })
    const order = fourthwallDelivery({ id: 'forged' })
    const late = { ...tiltifyHeaders(gift), 'X-Tiltify-Timestamp': '2026-11-02T20:00:00.000000Z' }
    for (const [url, body, headers, status] of [
      [urls.tiltify, gift, tiltifyHeaders(gift, 'another'), 403],
      [urls.tiltify, gift, late, 403],
      [urls.tiltify, gift, {}, 403],
      [urls.tiltify, '{}', tiltifyHeaders('{}'), 400],
      [urls.fourthwall, order, fourthwallHeaders(order, 'another'), 403],
      [urls.fourthwall, order.replace('9.99', '99.99'), fourthwallHeaders(order), 403],
      [urls.fourthwall, order, { 'X-Fourthwall-Hmac-SHA256': 'nonsense' }, 403],
      [urls.fourthwall, '[]', fourthwallHeaders('[]'), 400],
    ] as const) {
      assert.equal(await post(url, body, headers), status, body)
    }
    assert.equal(await traceOf(app), before)
  })
})
