import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs, hourMs } from '../test-clock.ts'
import { follow } from './follow.ts'

runsOn('sqlite', 'postgres')

describe('the stream of events', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock, streamLimits: { perKey: 8 }, eventTimings: { heartbeatMs: 50 } })
  })
  after(() => app.close())

  const points = (amount: number, options = {}) =>
    app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' }, options)

  it('sends an envelope with id, type, platform, time, test mark and data', async () => {
    const stream = await follow(app.url, app.key)
    assert.equal(stream.status, 200)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    await stream.live()
    await points(11)
    const event = await stream.until(({ data }) => data.delta === 11)
    assert.deepEqual(Object.keys(event), ['id', 'type', 'platform', 'created_at', 'is_test', 'data'])
    assert.equal(event.type, 'points.changed')
    assert.equal(event.platform, 'PlatformA')
    assert.equal(event.is_test, false)
    assert.match(event.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(event.data.username, 'bob')
    await points(12)
    const next = await stream.until(({ data }) => data.delta === 12)
    assert.ok(next.id > event.id, 'ids sort in the order of the history')
    assert.ok(stream.blocks.every(({ id, data }) => id === data.id))
    stream.close()
  })

  it('sends the first message of a viewer as an event of its own, once in a stream', async () => {
    const stream = await follow(app.url, app.key, { query: '?types=chat.*' })
    await stream.live()
    for (const text of ['hello', 'again']) {
      await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'viewer77', text })
    }
    await stream.until(({ type, data }) => type === 'chat.message' && data.text === 'again')
    const first = await stream.until(({ type }) => type === 'chat.first-message')
    assert.deepEqual([first.platform, first.data.username, first.data.text], ['PlatformA', 'viewer77', 'hello'])
    assert.deepEqual([first.data.is_first_ever, first.data.userid], [true, first.data.user_id])
    await app.app.bot.settled()
    assert.equal(stream.events.filter(({ type }) => type === 'chat.first-message').length, 1)
    stream.close()
  })

  it('names the account on PlatformA to which the viewer of another platform is linked', async () => {
    const stream = await follow(app.url, app.key, { query: '?types=channel.follow,points.changed' })
    await stream.live()
    const { body: onA } = await app.call('get-points', { username: 'grace', platform: 'PlatformA' })
    await sandboxCall(app, 'follow', { platform: 'PlatformB', username: 'grace' })
    const { data } = await stream.until(({ type }) => type === 'channel.follow')
    assert.equal(data.userid, onA.user_id)
    assert.notEqual(data.user_id, onA.user_id)
    const { body } = await app.call('get-points', { userid: data.userid, platform: 'PlatformB' })
    assert.equal(body.user_id, data.user_id)
    stream.close()
  })

  it('names that account with the chat messages of a linked viewer, and no longer once it is unlinked', async () => {
    const stream = await follow(app.url, app.key, { query: '?types=chat.*' })
    await stream.live()
    const { body: onA } = await app.call('get-points', { username: 'heidi', platform: 'PlatformA' })
    const said = async (platform: string, text: string) => {
      await sandboxCall(app, 'chat', { platform, username: 'heidi', text })
      return (await stream.until(({ type, data }) => type === 'chat.message' && data.text === text)).data
    }
    for (const platform of ['PlatformB', 'PlatformC', 'PlatformD']) {
      const data = await said(platform, `on ${platform}`)
      assert.equal(data.userid, onA.user_id, platform)
      assert.notEqual(data.user_id, onA.user_id, platform)
    }
    assert.equal((await said('PlatformB', 'known by now')).userid, onA.user_id)
    const first = await stream.until(({ type, data }) => type === 'chat.first-message' && data.text === 'on PlatformB')
    assert.equal(first.data.userid, onA.user_id)
    const linked = await app.ctx.viewers.get(app.channel, 'twitch', { username: 'heidi' })
    await app.ctx.db.write((tx) => app.ctx.linkedAccounts.unlink(tx, app.cause, linked))
    assert.equal((await said('PlatformB', 'unlinked')).userid, undefined)
    stream.close()
  })

  it('brings any letter to every client, whether the others of the moment are plain or not', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => follow(app.url, app.key, { query: '?types=stream.*' })))
    for (const client of clients) await client.live()
    const titles = ['plain', 'Grüße an alle', 'żółć 日本 🎉', 'plain again']
    for (const title of titles) await app.call('title', { title, platform: 'PlatformA' })
    for (const client of clients) {
      await client.until(({ data }) => data.title === 'plain again')
      assert.deepEqual(
        client.events.flatMap(({ type, data }) => (type === 'stream.title-changed' ? data.title : [])),
        titles,
      )
      client.close()
    }
  })

  it('resumes after the last event that a client has, without gaps and repeats', async () => {
    const first = await follow(app.url, app.key, { query: '?types=points.changed' })
    await first.live()
    await points(21)
    await first.until(({ data }) => data.delta === 21)
    first.close()
    for (const amount of [22, 23, 24]) await points(amount)
    const second = await follow(app.url, app.key, { query: '?types=points.*', lastEventId: first.lastId() })
    await points(25)
    await second.until(({ data }) => data.delta === 25)
    assert.deepEqual(
      second.events.map(({ data }) => data.delta),
      [22, 23, 24, 25],
    )
    const third = await follow(app.url, app.key, {
      query: `?last_event_id=${second.events[1]?.id}&types=points.changed`,
    })
    await third.until(({ data }) => data.delta === 25)
    assert.deepEqual(
      third.events.map(({ data }) => data.delta),
      [24, 25],
    )
    second.close()
    third.close()
  })

  it('sends what the filters choose, and a filtered client still knows how far it is', async () => {
    const stream = await follow(app.url, app.key, { query: '?types=stream.title-changed&platform=PlatformB' })
    await stream.live()
    const before = stream.lastId()
    await points(31)
    await app.call('title', { title: 'On one', platform: 'PlatformA' })
    await app.call('title', { title: 'On the other', platform: 'PlatformB' })
    const changed = await stream.until(({ data }) => data.title === 'On the other')
    assert.deepEqual(stream.events, [changed])
    await points(32)
    await eventually('the position in a heartbeat', () => stream.lastId() > changed.id)
    assert.ok(before < changed.id)
    assert.match(stream.text(), /^: heartbeat$/m)
    stream.close()
    for (const query of [
      '?types=no.such',
      '?platform=Kick',
      '?types=points.changed,',
      `?last_event_id=${'9'.repeat(70)}`,
    ]) {
      const refused = await follow(app.url, app.key, { query })
      if (query.endsWith(',')) refused.close()
      else assert.deepEqual([refused.status, (await refused.body()).code], [400, 'invalid_parameter'], query)
    }
  })

  it('says clearly when the gap is too old or the event is not of this channel, and goes on', async () => {
    const stream = await follow(app.url, app.key)
    await stream.live()
    const old = stream.lastId()
    stream.close()
    await points(41)
    clock.advance(dayMs + hourMs)
    await points(42)
    for (const [lastEventId, reason] of [
      [old, 'too_old'],
      ['99-000000000001', 'unknown_event'],
      [`${old.split('-')[0]}-999999999999`, 'unknown_event'],
      ['nonsense', 'unknown_event'],
    ]) {
      const late = await follow(app.url, app.key, { query: '?types=points.changed', lastEventId: lastEventId ?? '' })
      await eventually('the gap', () => late.blocks.some(({ name }) => name === 'gap'))
      const [gap] = late.blocks
      assert.deepEqual([gap?.name, gap?.data.reason], ['gap', reason])
      assert.ok(gap?.data.message.length > 20)
      await points(43)
      await late.until(({ data }) => data.delta === 43)
      assert.ok(!late.events.some(({ data }) => data.delta === 41))
      late.close()
    }
  })

  it('gives a key only what its other scopes may read', async () => {
    const narrow = await app.makeKey(['events:read', 'points:read'])
    const stream = await follow(app.url, narrow.key)
    await stream.live()
    await app.call('title', { title: 'Hidden', platform: 'PlatformA' })
    const created = await app.makeKey(['events:read'])
    await points(51)
    await stream.until(({ data }) => data.delta === 51)
    assert.deepEqual([...new Set(stream.events.map(({ type }) => type))], ['points.changed'])
    assert.ok(!stream.text().includes(created.id))
    stream.close()
    const refused = await follow(app.url, narrow.key, { query: '?types=stream.title-changed' })
    assert.equal(refused.status, 403)
    assert.equal((await refused.body()).required_scope, 'stream:read')
    const area = await follow(app.url, narrow.key, { query: '?types=points.*' })
    assert.equal(area.status, 200)
    area.close()
  })

  it('refuses in the order of every operation: key, address, scope', async () => {
    const none = await follow(app.url, undefined)
    assert.deepEqual([none.status, (await none.body()).code], [401, 'missing_key'])
    assert.equal(none.headers.get('www-authenticate'), 'Bearer')
    const unknown = await follow(app.url, 'sc_live_unknown')
    assert.deepEqual([unknown.status, (await unknown.body()).code], [401, 'invalid_key'])
    const elsewhere = await app.makeKey(['events:read'], { addresses: ['203.0.113.7'] })
    assert.equal((await (await follow(app.url, elsewhere.key)).body()).code, 'address_not_allowed')
    const without = await app.makeKey(['points:read'])
    const refused = await (await follow(app.url, without.key)).body()
    assert.deepEqual([refused.code, refused.required_scope], ['missing_scope', 'events:read'])
    const posted = await app.call('events', {}, { status: 404 })
    assert.equal(posted.body.code, 'unknown_operation')
  })

  it('takes no key from the address, because addresses are written into logs', async () => {
    for (const name of ['key', 'token', 'access_token', 'authorization']) {
      const refused = await follow(app.url, undefined, { query: `?${name}=${app.key}` })
      assert.equal((await refused.body()).code, 'missing_key')
    }
    assert.ok(!app.logLines.join('\n').includes(app.key))
  })

  it('of a test key is that of the test channel, and says so', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    const real = await follow(app.url, app.key)
    const test = await follow(app.url, key)
    await Promise.all([real.live(), test.live()])
    await points(61, { key })
    const event = await test.until(({ data }) => data.delta === 61)
    assert.equal(event.is_test, true)
    await points(62)
    await real.until(({ data }) => data.delta === 62)
    assert.ok(!real.events.some(({ data }) => data.delta === 61))
    await app.call('send-donation', { provider: 'ProviderC', amount: 3, currency: 'EUR' })
    const donation = await real.until(({ type }) => type === 'channel.donation')
    assert.deepEqual([donation.is_test, donation.data.provider, donation.data.origin], [true, 'ProviderC', 'api'])
    real.close()
    test.close()
  })

  it('brings chat messages to keys with chat:read, with ids that resume after the log', async () => {
    const reader = await app.makeKey(['events:read', 'chat:read'])
    const stream = await follow(app.url, reader.key)
    const without = await follow(app.url, (await app.makeKey(['events:read', 'points:read'])).key)
    await Promise.all([stream.live(), without.live()])
    await fetch(`${app.url}/sandbox/v1/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${app.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'PlatformA', username: 'alice', text: 'Hello' }),
    })
    const event = await stream.until(({ type }) => type === 'chat.message')
    assert.equal(event.data.text, 'Hello')
    await points(71)
    await without.until((one) => one.data.delta === 71)
    assert.ok(without.events.every(({ type }) => type !== 'chat.message'))
    stream.close()
    without.close()
    const again = await follow(app.url, app.key, { query: '?types=points.changed', lastEventId: event.id })
    await again.until((one) => one.data.delta === 71)
    assert.equal(again.events.length, 1)
    again.close()
  })

  it('ends when its key is revoked or expires, and says why', async () => {
    const revoked = await app.makeKey(['events:read', 'points:read'])
    const expiring = await app.makeKey(['events:read'], { expiresAt: clock.now() + hourMs })
    const streams = [await follow(app.url, revoked.key), await follow(app.url, expiring.key)]
    await Promise.all(streams.map((stream) => stream.live()))
    await app.ctx.keys.revoke(app.cause, revoked.id)
    await eventually('the end of the first', () => streams[0]?.isEnded() === true)
    assert.equal(streams[0]?.blocks.at(-1)?.data.code, 'revoked_key')
    assert.equal(streams[1]?.isEnded(), false)
    clock.advance(hourMs + 1)
    await eventually('the end of the second', () => streams[1]?.isEnded() === true)
    assert.equal(streams[1]?.blocks.at(-1)?.data.code, 'expired_key')
    assert.equal((await (await follow(app.url, revoked.key)).body()).code, 'revoked_key')
  })

  it('has a limit for each key, and gives a place back when a client leaves', async () => {
    const { key } = await app.makeKey(['events:read', 'points:read'])
    const streams = await Promise.all(Array.from({ length: 8 }, () => follow(app.url, key)))
    const refused = await follow(app.url, key)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '10'])
    assert.match((await refused.body()).error, /^At most 8 event streams/)
    const other = await follow(app.url, app.key)
    assert.equal(other.status, 200, 'another key is not affected')
    other.close()
    streams[0]?.close()
    let again = await follow(app.url, key)
    await eventually('a free place', async () => {
      if (again.status === 200) return true
      again = await follow(app.url, key)
      return false
    })
    for (const stream of [...streams, again]) stream.close()
  })

  it('disconnects who does not read, without holding up anybody else', async () => {
    const { key } = await app.makeKey(['events:read', 'values:read'])
    const slow = connect(app.port, '127.0.0.1')
    slow.on('error', () => {})
    slow.write(`GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    slow.pause()
    const quick = await follow(app.url, key)
    await quick.live()
    let isClosed = false
    slow.on('close', () => {
      isClosed = true
    })
    const text = 'x'.repeat(5_000)
    // More than all buffers of the system hold: those of a connection grow to several megabytes.
    const cause = { ...app.cause, requestId: 'slow' }
    for (let batch = 0; batch < 50; batch++) {
      await app.ctx.db.write(async (tx) => {
        for (let count = 0; count < 50; count++) {
          const data = {
            name: `${batch}-${count}`,
            type: 'text',
            change: 'set',
            value: text,
            previous_value: '',
          } as const
          await app.ctx.events.appendNew(tx, cause, { kind: 'value.changed', data })
        }
      })
      await eventually('the same for the other', () => quick.events.length >= (batch + 1) * 50)
    }
    assert.equal(quick.events.length, 2_500)
    slow.resume()
    await eventually('the end of the slow one', () => isClosed)
    quick.close()
  })
})

describe('the stream of events with the names of the platforms', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ naming: 'brand' })
  })
  after(() => app.close())

  it('names platforms and providers as every answer does', async () => {
    const stream = await follow(app.url, app.key, { query: '?platform=Kick' })
    await stream.live()
    await app.call('add-points', { username: 'bob', amount: 5, platform: 'Kick' })
    assert.equal((await stream.until(({ data }) => data.delta === 5)).platform, 'Kick')
    await app.call('send-donation', { provider: 'Ko-fi', amount: 3, currency: 'EUR', platform: 'Kick' })
    assert.equal((await stream.until(({ type }) => type === 'channel.donation')).data.provider, 'Ko-fi')
    stream.close()
  })
})
