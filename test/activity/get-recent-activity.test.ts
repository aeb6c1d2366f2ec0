import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const shared = ['id', 'platform', 'type', 'user_id', 'username', 'displayname', 'created_at']
const more: Readonly<Record<string, readonly string[]>> = {
  latest_followers: [],
  latest_subscribers: ['subscription_type', 'tier', 'months'],
  latest_banned: ['reason', 'duration_minutes', 'expires_at', 'moderator'],
  latest_donors: ['provider', 'amount', 'currency', 'message', 'is_test', 'unit', 'value', 'amount_usd'],
  latest_alpha_bits: ['amount', 'message', 'unit', 'currency', 'value', 'amount_usd'],
  latest_beta_bits: ['amount', 'message', 'unit', 'currency', 'value', 'amount_usd'],
}

describe('get-recent-activity', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('answers with six lists, five rows each at most, newest first', async () => {
    for (let index = 1; index <= 7; index++) {
      await sandboxCall(app, 'follow', { platform: 'PlatformA', username: `viewer${index}` })
    }
    const { status, body } = await app.call('get-recent-activity', '')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['success', 'limit', ...Object.keys(more)])
    assert.equal(body.limit, 5)
    assert.deepEqual(
      body.latest_followers.map(({ username }: { username: string }) => username),
      ['viewer7', 'viewer6', 'viewer5', 'viewer4', 'viewer3'],
    )
  })

  for (const [list, fields] of Object.entries(more)) {
    it(`gives each row of ${list} its fields and no others`, async () => {
      const [first] = (await app.call('get-recent-activity')).body[list]
      assert.deepEqual(Object.keys(first), [...shared, ...fields])
    })
  }

  it('shows a test donation as send-donation wrote it', async () => {
    const sent = { provider: 'ProviderD', amount: 12.5, currency: '€', username: 'guest', message: 'For tea.' }
    await app.call('send-donation', { ...sent, platform: 'PlatformB' })
    const [{ id: _id, created_at: _at, ...donor }] = (await app.call('get-recent-activity')).body.latest_donors
    assert.deepEqual(donor, {
      platform: 'PlatformB',
      type: 'donation',
      user_id: '',
      displayname: 'guest',
      ...sent,
      is_test: 1,
      unit: 'money',
      value: 12.5,
      amount_usd: 12.5,
    })
  })

  it('takes a limit from 1 to 20 and nothing else', async () => {
    for (const limit of [1, 20]) {
      const { body } = await app.call('get-recent-activity', { limit })
      assert.equal(body.limit, limit)
      assert.ok(body.latest_followers.length <= limit)
    }
    for (const limit of [0, 21, -1, 1.5, '5', true]) {
      const { status, body } = await app.call('get-recent-activity', { limit }, { status: 400 })
      assert.equal(status, 400, JSON.stringify(limit))
      assert.equal(body.code, 'invalid_parameter')
    }
  })

  it('shows a test key what happened on the test channel, and nobody else', async () => {
    const { key } = await app.makeKey(['activity:read'], { isTest: true })
    await sandboxCall(app, 'follow', { platform: 'PlatformB', username: 'viewer99' }, { key })
    const twin = (await app.call('get-recent-activity', {}, { key })).body.latest_followers
    const own = (await app.call('get-recent-activity', { limit: 20 })).body.latest_followers
    assert.equal(twin[0].username, 'viewer99')
    assert.ok(own.every(({ username }: { username: string }) => username !== 'viewer99'))
  })
})

describe('get-recent-activity with brand names', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ naming: 'brand' })
  })
  after(() => app.close())

  it('names platforms, providers and lists by their brands', async () => {
    const { body } = await app.call('get-recent-activity')
    assert.equal(body.latest_kick_bits[0].platform, 'Kick')
    assert.equal(body.latest_twitch_bits[0].platform, 'Twitch')
    assert.equal(body.latest_kick_bits[0].type, 'kicks')
    assert.match(body.latest_donors[0].provider, /^(Streamlabs|Ko-fi)$/)
    assert.ok(!/alpha|beta|Platform[A-D]|Provider[A-D]/.test(JSON.stringify(body)))
  })
})
