import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { makeKey as inventKey } from '../../src/capabilities/keys/key-format.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { createTestClock, dayMs, hourMs, minuteMs, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
const operation = 'get-points-top'
const good = { platform: 'PlatformA' }

describe('a key', () => {
  let testApp: TestApp
  let clock: TestClock
  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock })
  })
  after(() => testApp.close())

  async function codeWith(key: string | null, headers: Record<string, string> = {}): Promise<string> {
    const { status, body } = await testApp.call(operation, good, { status: 'any', key, headers })
    return status === 200 ? 'ok' : `${status} ${body.code}`
  }
  async function entryOf(id: string) {
    const found = (await testApp.ctx.keys.list(testApp.channel)).find((entry) => entry.id === id)
    assert.ok(found !== undefined)
    return found
  }
  async function eventsOf(kind: string, id: string) {
    const events = await loose(testApp.ctx.events.after(testApp.ctx.db, testApp.channel.id, 0, 10_000))
    return events.filter((event) => event.kind === kind && event.data.keyId === id)
  }

  it('follows the word Bearer in any case and any number of spaces', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
      assert.equal(await codeWith(null, { Authorization: `${word} ${testApp.key}` }), 'ok', word)
    }
  })

  it('is missing when there is no header, no word or another one', async () => {
    assert.equal(await codeWith(null), '401 missing_key')
    for (const header of [
      testApp.key,
      `Basic ${testApp.key}`,
      'Bearer',
      `Bearer ${testApp.key} more`,
      `Token ${testApp.key}`,
    ]) {
      assert.equal(await codeWith(null, { Authorization: header }), '401 missing_key', header)
    }
  })

  it('is not valid when it is not one of ours, letter by letter', async () => {
    const { key } = testApp
    const other = key.endsWith('A') ? 'B' : 'A'
    const wrong = [
      'x',
      'sc_live_',
      key.slice(0, -1),
      `${key}A`,
      key.slice(0, -1) + other,
      key.toLowerCase(),
      key.replace('live', 'test'),
      inventKey(randomIds, false),
    ]
    for (const one of wrong) assert.equal(await codeWith(one), '401 invalid_key', one)
    clock.advance(minuteMs)
  })

  it('works to the last moment before it expires and not after', async () => {
    const { key } = await testApp.makeKey(undefined, { expiresAt: clock.now() + hourMs })
    assert.equal(await codeWith(key), 'ok')
    clock.advance(hourMs - 5000)
    assert.equal(await codeWith(key), 'ok')
    clock.advance(5000)
    assert.equal(await codeWith(key), '401 expired_key')
  })

  it('stops at once when it is revoked, also in the middle of use', async () => {
    const { key, id } = await testApp.makeKey()
    for (let i = 0; i < 3; i++) assert.equal(await codeWith(key), 'ok')
    await testApp.ctx.keys.revoke(testApp.cause, id)
    assert.equal(await codeWith(key), '401 revoked_key')
    assert.equal(await codeWith(null, { Authorization: `bearer   ${key}` }), '401 revoked_key')
    assert.equal((await eventsOf('key.revoked', id)).length, 1)
    await testApp.ctx.keys.revoke(testApp.cause, id)
    assert.equal((await eventsOf('key.revoked', id)).length, 1, 'revoking twice is revoking once')
  })

  it('that nobody has cannot be revoked or rolled', async () => {
    await assert.rejects(testApp.ctx.keys.revoke(testApp.cause, 'key_nobody'), /There is no key/)
    await assert.rejects(testApp.ctx.keys.roll(testApp.cause, 'key_nobody', 0), /There is no key/)
  })

  it('that is rolled continues for the overlap beside the new one', async () => {
    const old = await testApp.makeKey(['points:read'])
    assert.equal(await codeWith(old.key), 'ok')
    const made = await testApp.ctx.keys.roll(testApp.cause, old.id, 2 * hourMs)
    assert.notEqual(made.key, old.key)
    assert.deepEqual(made.scopes, ['points:read'])
    assert.deepEqual([await codeWith(old.key), await codeWith(made.key)], ['ok', 'ok'])
    clock.advance(2 * hourMs)
    assert.deepEqual([await codeWith(old.key), await codeWith(made.key)], ['401 expired_key', 'ok'])
    assert.equal((await eventsOf('key.rolled', old.id))[0]?.data.newKeyId, made.id)
  })

  it('that is rolled without an overlap stops at once', async () => {
    const old = await testApp.makeKey()
    assert.equal(await codeWith(old.key), 'ok')
    const made = await testApp.ctx.keys.roll(testApp.cause, old.id, 0)
    assert.deepEqual([await codeWith(old.key), await codeWith(made.key)], ['401 revoked_key', 'ok'])
  })

  it('that is rolled never outlives its own end, and passes it on', async () => {
    const old = await testApp.makeKey(undefined, { expiresAt: clock.now() + hourMs })
    const made = await testApp.ctx.keys.roll(testApp.cause, old.id, dayMs)
    clock.advance(hourMs)
    assert.deepEqual([await codeWith(old.key), await codeWith(made.key)], ['401 expired_key', '401 expired_key'])
    await assert.rejects(testApp.ctx.keys.roll(testApp.cause, old.id, dayMs), /no longer works/)
  })

  it('shows when it was last used, and the first use from an address is an event', async () => {
    const { key, id } = await testApp.makeKey()
    assert.equal((await entryOf(id)).lastUsedAt, null)
    await codeWith(key)
    await eventually('the first use is noted', async () => (await entryOf(id)).lastUsedAt !== null)
    const first = Number((await entryOf(id)).lastUsedAt)
    assert.ok(Math.abs(first - clock.now()) < 5000)
    assert.deepEqual(
      (await eventsOf('key.new-address', id)).map(({ data }) => data.address),
      ['127.0.0.1'],
    )
    clock.advance(2 * minuteMs)
    await codeWith(key)
    const isLater = async () => Number((await entryOf(id)).lastUsedAt) >= first + 2 * minuteMs
    await eventually('the later use is noted', isLater)
    assert.equal((await eventsOf('key.new-address', id)).length, 1)
  })

  it('is shown by its beginning and end only, and stored as a hash', async () => {
    const { key, id } = await testApp.makeKey()
    const { shown } = await entryOf(id)
    assert.equal(shown, `${key.slice(0, 12)}…${key.slice(-4)}`)
    assert.ok(!JSON.stringify(await testApp.ctx.keys.list(testApp.channel)).includes(key.slice(12, -4)))
  })

  it('for tests acts on the test channel, where nothing touches the totals', async () => {
    const { key } = await testApp.makeKey(undefined, { isTest: true })
    assert.match(key, /^sc_test_/)
    const read = { username: 'alice', platform: 'PlatformA' }
    const before = (await testApp.call('get-points', read)).body.points
    const there = (await testApp.call('get-points', read, { key })).body.points
    assert.equal((await testApp.call('add-points', { ...read, amount: 7 }, { key })).status, 200)
    assert.equal((await testApp.call('get-points', read, { key })).body.points, there + 7)
    assert.equal((await testApp.call('get-points', read)).body.points, before)
  })
})

describe('keys that do not work', () => {
  let testApp: TestApp
  let clock: TestClock
  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock })
  })
  after(() => testApp.close())

  it('are 401 thirty times a minute and address, then 429 for further ones, while a right key always works', async () => {
    const revoked = await testApp.makeKey()
    await testApp.ctx.keys.revoke(testApp.cause, revoked.id)
    const wrong = [inventKey(randomIds, false), 'nonsense', revoked.key]
    const statuses: number[] = []
    for (let i = 0; i < 33; i++) {
      const { status, headers, body } = await testApp.call(operation, good, { status: 'any', key: wrong[i % 3] ?? '' })
      statuses.push(status)
      if (status !== 429) continue
      assert.equal(body.code, 'rate_limited')
      assert.ok(Number(headers.get('retry-after')) >= 1 && Number(headers.get('retry-after')) <= 60)
      assert.equal((await testApp.call(operation, good)).status, 200)
    }
    assert.deepEqual(statuses, [...Array(30).fill(401), ...Array(3).fill(429)])
    assert.equal((await testApp.makeKey().then(({ key }) => testApp.call(operation, good, { key }))).status, 200)
    clock.advance(minuteMs)
    assert.equal((await testApp.call(operation, good, { status: 401, key: 'nonsense' })).status, 401)
  })
})

describe('the address of a caller', () => {
  let plain: TestApp
  let proxied: TestApp
  before(async () => {
    plain = await createTestApp()
    proxied = await createTestApp({ config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
  })
  after(async () => {
    await plain.close()
    await proxied.close()
  })

  async function allowed(testApp: TestApp, addresses: string[], forwarded?: string): Promise<boolean> {
    const { key } = await testApp.makeKey(undefined, { addresses })
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    const { status, body } = await testApp.call(operation, good, { status: 'any', key, headers })
    if (status !== 200) assert.deepEqual([status, body.code], [403, 'address_not_allowed'])
    return status === 200
  }

  it('is the socket’s, whatever a header says, unless the proxy is trusted', async () => {
    assert.equal(await allowed(plain, ['127.0.0.1'], '203.0.113.7'), true)
    assert.equal(await allowed(plain, ['203.0.113.7'], '203.0.113.7'), false)
    assert.equal(await allowed(plain, ['203.0.113.7']), false)
  })

  it('is, behind trusted proxies, the last one that none of them added', async () => {
    assert.equal(await allowed(proxied, ['203.0.113.7'], '203.0.113.7'), true)
    assert.equal(await allowed(proxied, ['203.0.113.7'], '198.51.100.1, 203.0.113.7, 10.1.2.3'), true)
    assert.equal(await allowed(proxied, ['198.51.100.1'], '198.51.100.1, 203.0.113.7'), false, 'what the caller wrote')
    assert.equal(await allowed(proxied, ['127.0.0.1']), true, 'no header: the proxy itself')
    assert.equal(await allowed(proxied, ['127.0.0.1'], ' , '), true)
  })

  it('is allowed by address, by network, in IPv6 and as IPv4 inside IPv6', async () => {
    assert.equal(await allowed(proxied, ['203.0.113.0/24'], '203.0.113.200'), true)
    assert.equal(await allowed(proxied, ['203.0.113.0/24'], '203.0.114.1'), false)
    assert.equal(await allowed(proxied, ['198.51.100.1', '203.0.113.7/32'], '203.0.113.7'), true)
    assert.equal(await allowed(proxied, ['2001:db8::/32'], '2001:db8:1::5'), true)
    assert.equal(await allowed(proxied, ['2001:db8::5'], '2001:0db8:0:0:0:0:0:5'), true)
    assert.equal(await allowed(proxied, ['2001:db8::/32'], '2001:db9::1'), false)
    assert.equal(await allowed(proxied, ['203.0.113.7'], '::ffff:203.0.113.7'), true)
    assert.equal(await allowed(proxied, ['::ffff:203.0.113.7'], '203.0.113.7'), true)
    assert.equal(await allowed(proxied, ['0.0.0.0/0'], '2001:db8::1'), false)
    assert.equal(await allowed(proxied, ['203.0.113.7'], 'nonsense'), false)
  })

  it('is plain IPv4 on a socket that listens for both', { skip: !hasIPv6 && 'no IPv6 here' }, async () => {
    const both = await createTestApp({ config: { host: '::' } })
    try {
      assert.equal(await allowed(both, ['127.0.0.1']), true)
      assert.equal(await allowed(both, ['127.0.0.0/8']), true)
      const { key } = await both.makeKey(undefined, { addresses: ['::1'] })
      const overV6 = await fetch(`http://[::1]:${both.port}/v1/${operation}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(good),
      })
      assert.equal(overV6.status, 200)
      await overV6.body?.cancel()
    } finally {
      await both.close()
    }
  })

  it('limits failed keys for itself alone', async () => {
    const guess = async (forwarded: string) =>
      (
        await proxied.call(operation, good, {
          status: 'any',
          key: 'nonsense',
          headers: { 'X-Forwarded-For': forwarded },
        })
      ).status
    for (let i = 0; i < 30; i++) assert.equal(await guess('203.0.113.66'), 401)
    assert.equal(await guess('203.0.113.66'), 429)
    assert.equal(await guess('203.0.113.67'), 401)
  })

  it('is noted once per key, each a first time', async () => {
    const { key, id } = await proxied.makeKey()
    for (const forwarded of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      await proxied.call(operation, good, { key, headers: { 'X-Forwarded-For': forwarded } })
    }
    const noted = async () => {
      const events = await loose(proxied.ctx.events.after(proxied.ctx.db, proxied.channel.id, 0, 10_000))
      const own = events.filter(({ kind, data }) => kind === 'key.new-address' && data.keyId === id)
      return own.map(({ data }) => data.address)
    }
    await eventually('both addresses are noted', async () => (await noted()).length >= 2)
    assert.deepEqual(await noted(), ['203.0.113.1', '203.0.113.2'])
  })
})
