import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { sandboxActions } from '../../src/platforms/sandbox/actions.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openKickStage } from '../platforms/kick-stage.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from './sandbox-calls.ts'
import { signIn } from './signed-in.ts'

runsOn('sqlite', 'postgres')
isSlow('it uses up the limit of every action')

describe('control calls of the sandbox', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const state = async (platform = 'PlatformA') => (await sandboxCall(app, 'state', { platform })).body
  const newest = (list: 'followers' | 'subscribers' | 'banned' | 'kicks' | 'bits') =>
    loose(app.ctx.events.newest(app.ctx.db, app.channel.id, list, 1))

  it('start with Kick and Twitch live, YouTube and TikTok offline', async () => {
    for (const [platform, live] of [
      ['PlatformA', true],
      ['PlatformB', true],
      ['PlatformC', false],
      ['PlatformD', false],
    ] as const) {
      const answer = await state(platform)
      assert.equal(answer.success, true)
      assert.equal(answer.live, live, platform)
      assert.equal(answer.viewer_count > 0, live, platform)
      assert.equal(typeof answer.title, 'string')
      assert.equal(typeof answer.category, 'string')
      assert.deepEqual(answer.bans, [])
    }
  })

  it('need a key that works and has the scope sandbox:control', async () => {
    assert.equal(
      (await sandboxCall(app, 'state', { platform: 'PlatformA' }, { status: 401, key: null })).body.code,
      'missing_key',
    )
    const wrong = await sandboxCall(app, 'state', { platform: 'PlatformA' }, { status: 401, key: 'sc_live_nonsense' })
    assert.equal(wrong.status, 401)
    const before = [await chatOf(app), await lastSeq(app)]
    const { key: without } = await app.makeKey(allScopes.filter((scope) => scope !== 'sandbox:control'))
    for (const { name } of sandboxActions) {
      const body = { platform: 'PlatformA', username: 'alice', text: '!title x', roles: ['moderator'] }
      const { body: answer } = await sandboxCall(app, name, body, { status: 403, key: without })
      assert.deepEqual([answer.code, answer.required_scope], ['missing_scope', 'sandbox:control'], name)
    }
    assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
    const { key } = await app.makeKey(['sandbox:control'])
    assert.equal((await sandboxCall(app, 'state', { platform: 'PlatformA' }, { key })).status, 200)
    const { key: elsewhere } = await app.makeKey(['sandbox:control'], { addresses: ['192.0.2.1'] })
    const refused = await sandboxCall(app, 'state', { platform: 'PlatformA' }, { status: 403, key: elsewhere })
    assert.equal(refused.body.code, 'address_not_allowed')
  })

  it('answer with the failure body everyone knows', async () => {
    const unknown = await sandboxCall(app, 'dance', {}, { status: 404 })
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.success, false)
    assert.equal(unknown.body.code, 'not_found')
    assert.equal(unknown.headers.get('x-request-id'), unknown.body.request_id)
    assert.equal((await sandboxCall(app, 'state', {}, { status: 404, method: 'GET' })).status, 404)
    assert.equal((await sandboxCall(app, 'state', '{', { status: 400 })).body.code, 'invalid_json')
    assert.equal((await sandboxCall(app, 'state', '[]', { status: 400 })).body.code, 'invalid_body')
    const wrong = await sandboxCall(app, 'set-live', { platform: 'Platformx', live: 'yes' }, { status: 400 })
    assert.equal(wrong.status, 400)
    assert.deepEqual(
      wrong.body.details.map(({ path }: { path: string }) => path),
      ['platform', 'live'],
    )
  })

  it('let a viewer write, newest last, as one line of text', async () => {
    await sandboxCall(app, 'chat', { platform: 'PlatformB', username: 'alice', text: 'first' })
    const answer = await sandboxCall(app, 'chat', { platform: 'PlatformB', username: '@ALICE', text: 'a\tb\r\nc' })
    const [first, second] = (await chatOf(app, 'PlatformB')).slice(-2)
    assert.equal(first?.text, 'first')
    assert.equal(second?.id, answer.body.id)
    assert.deepEqual([second?.username, second?.text, second?.as], ['alice', 'a b c', 'viewer'])
    assert.equal(new Date(second?.at ?? '').toISOString(), second?.at)
  })

  it('know nobody but the viewers there are, and leave no trace of a refusal', async () => {
    const before = [await chatOf(app), await lastSeq(app)]
    for (const action of ['chat', 'follow', 'ban', 'join', 'subscribe', 'bits']) {
      const body = { platform: 'PlatformA', username: 'viewer201', text: 'hi', tier: 1, amount: 5 }
      const answer = await sandboxCall(app, action, body, { status: 404 })
      assert.equal(answer.body.code, 'user_not_found', action)
    }
    for (const text of ['', ' \n', 'x'.repeat(501)]) {
      const answer = await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text }, { status: 400 })
      assert.equal(answer.body.code, 'invalid_parameter')
    }
    assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
  })

  it('keep the last 200 lines of each chat', async () => {
    for (let i = 1; i <= 205; i++) {
      if (i % 100 === 0) clock.advance(minuteMs)
      await sandboxCall(app, 'chat', { platform: 'PlatformD', username: 'bob', text: `line ${i}` })
    }
    const lines = await chatOf(app, 'PlatformD')
    assert.equal(lines.length, 200)
    assert.equal(lines[0]?.text, 'line 6')
    assert.equal(lines.at(-1)?.text, 'line 205')
  })

  it('end and start the stream, keeping title and category', async () => {
    const before = await state()
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    const offline = await state()
    assert.deepEqual([offline.live, offline.viewer_count], [false, 0])
    assert.deepEqual([offline.title, offline.category], [before.title, before.category])
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true })
    assert.equal((await state()).live, true)
  })

  it('count a follower once and report every follow', async () => {
    const followers = async () => (await app.call('get-stream-meta')).body.followers_count
    const before = await followers()
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'carol' })
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'carol' })
    assert.equal(await followers(), before + 1)
    const [event] = await newest('followers')
    assert.equal(event?.platform, 'kick')
    assert.equal(event?.data.username, 'carol')
  })

  it('report subscriptions and renewals', async () => {
    const from = await lastSeq(app)
    await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'dave', tier: 2 })
    await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'dave', tier: 2, months: 7 })
    assert.equal((await newest('subscribers')).length, 1)
    const logged = JSON.stringify(await eventsSince(app, from))
    assert.match(logged, /sub_new/)
    assert.match(logged, /sub_renew/)
    for (const body of [{}, { tier: 0 }, { tier: 4 }, { tier: 1, months: 0 }]) {
      const answer = await sandboxCall(
        app,
        'subscribe',
        { platform: 'PlatformA', username: 'dave', ...body },
        { status: 400 },
      )
      assert.equal(answer.status, 400)
    }
  })

  it('cheer where there is something to cheer with', async () => {
    await sandboxCall(app, 'bits', { platform: 'PlatformA', username: 'erin', amount: 300 })
    await sandboxCall(app, 'bits', { platform: 'PlatformB', username: 'erin', amount: 20, message: 'go' })
    assert.equal((await newest('kicks'))[0]?.data.amount, 300)
    assert.equal((await newest('bits'))[0]?.data.amount, 20)
    const none = await sandboxCall(
      app,
      'bits',
      { platform: 'PlatformC', username: 'erin', amount: 20 },
      { status: 400 },
    )
    assert.equal(none.status, 400)
  })

  it('ban: the viewer is listed and can no longer write', async () => {
    const answer = await sandboxCall(app, 'ban', { platform: 'PlatformA', username: 'mallory', reason: 'spam' })
    assert.equal(answer.status, 200)
    const [ban] = (await state()).bans
    assert.deepEqual(Object.keys(ban).sort(), ['at', 'minutes', 'reason', 'username'])
    assert.deepEqual([ban.username, ban.reason, ban.minutes], ['mallory', 'spam', null])
    assert.equal((await newest('banned'))[0]?.data.username, 'mallory')
    const lines = await chatOf(app)
    const refused = await sandboxCall(
      app,
      'chat',
      { platform: 'PlatformA', username: 'mallory', text: 'hey' },
      { status: 502 },
    )
    assert.equal(refused.status, 502)
    assert.equal(refused.body.code, 'platform_refused')
    assert.deepEqual(await chatOf(app), lines)
    await sandboxCall(app, 'unban', { platform: 'PlatformA', username: 'mallory' })
    assert.deepEqual((await state()).bans, [])
    const back = await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'mallory', text: 'hey' })
    assert.equal(back.status, 200)
  })

  it('let a timeout run out by itself', async () => {
    await sandboxCall(app, 'ban', { platform: 'PlatformB', username: 'trent', minutes: 5 })
    assert.equal((await state('PlatformB')).bans[0].minutes, 5)
    clock.advance(5 * minuteMs + 1)
    assert.deepEqual((await state('PlatformB')).bans, [])
    const answer = await sandboxCall(app, 'chat', { platform: 'PlatformB', username: 'trent', text: 'back' })
    assert.equal(answer.status, 200)
  })

  it('make a viewer present by writing or joining, until the stream ends', async () => {
    const connection = await app.ctx.platforms.get(app.channel.id, 'youtube')
    const present = async () => {
      const users = await connection.connector.listPresent?.(connection.account, new AbortController().signal)
      return users?.map(({ username }) => username)
    }
    await sandboxCall(app, 'set-live', { platform: 'PlatformC', live: true })
    const before = (await state('PlatformC')).viewer_count
    assert.deepEqual(await present(), [])
    await sandboxCall(app, 'join', { platform: 'PlatformC', username: 'heidi' })
    await sandboxCall(app, 'join', { platform: 'PlatformC', username: 'heidi' })
    await sandboxCall(app, 'chat', { platform: 'PlatformC', username: 'ivan', text: 'hi' })
    assert.deepEqual(await present(), ['heidi', 'ivan'])
    assert.equal((await state('PlatformC')).viewer_count, before + 2)
    await sandboxCall(app, 'set-live', { platform: 'PlatformC', live: false })
    assert.deepEqual(await present(), [])
  })

  it('take a platform away and bring it back', async () => {
    await sandboxCall(app, 'disconnect', { platform: 'PlatformB' })
    const sent = await app.call('send-message', { message: 'hello', platform: 'PlatformB' }, { status: 400 })
    assert.deepEqual([sent.status, sent.body.code], [400, 'platform_not_connected'])
    for (const action of ['state', 'disconnect']) {
      assert.equal((await sandboxCall(app, action, { platform: 'PlatformB' }, { status: 404 })).status, 404)
    }
    await sandboxCall(app, 'connect', { platform: 'PlatformB' })
    assert.equal((await sandboxCall(app, 'connect', { platform: 'PlatformB' })).status, 200)
    assert.equal((await app.call('send-message', { message: 'hello', platform: 'PlatformB' })).status, 200)
  })

  it('act on the test channel with a test key', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    const before = await chatOf(app)
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: 'only a test' }, { key })
    await app.call('send-bot-message', { message: 'testing' }, { key })
    const there = (await chatOf(app, 'PlatformA', key)).map(({ text }) => text)
    assert.deepEqual(there, ['only a test', 'testing'])
    assert.deepEqual(await chatOf(app), before)
  })

  it('are limited to 120 a minute, for each action and key', async () => {
    const [{ key }, { key: other }] = [await app.makeKey(['sandbox:control']), await app.makeKey(['sandbox:control'])]
    const join = { platform: 'PlatformA', username: 'alice' }
    for (let calls = 0; calls < 120; calls++) await sandboxCall(app, 'join', 'broken', { status: 400, key })
    const { body, headers } = await sandboxCall(app, 'join', join, { status: 429, key })
    assert.equal(body.code, 'rate_limited')
    assert.ok(Number(headers.get('retry-after')) > 0)
    await sandboxCall(app, 'state', { platform: 'PlatformA' }, { key })
    await sandboxCall(app, 'join', join, { key: other })
    clock.advance(minuteMs)
    await sandboxCall(app, 'join', join, { key })
  })
})

describe('control calls of a channel with a real platform', () => {
  it('do not exist, while a test key controls its own test channel with whatever scope', async () => {
    const stage = await openKickStage()
    try {
      const { app } = stage
      const cookie = await signIn(app)
      const before = [await lastSeq(app), stage.fake.server.count(/./)]
      for (const { name } of sandboxActions) {
        for (const platform of ['PlatformA', 'PlatformB']) {
          const input = { platform, username: 'alice', text: '!title hacked', roles: ['moderator'] }
          const { body } = await sandboxCall(app, name, input, { status: 404 })
          assert.equal(body.code, 'unknown_operation', name)
        }
        const page = await fetch(`${app.url}/sandbox/page/${name}`, {
          method: 'POST',
          headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' },
          body: new URLSearchParams({ platform: 'PlatformB', username: 'alice', text: 'hi', live: 'false' }),
        })
        assert.equal(page.status, 404, name)
      }
      const shown = await fetch(`${app.url}/sandbox`, { headers: { Cookie: cookie } })
      assert.equal(shown.status, 404)
      assert.match(await shown.text(), /href="\/sandbox\?channel=test"/)
      assert.equal((await fetch(`${app.url}/sandbox?channel=test`, { headers: { Cookie: cookie } })).status, 200)
      assert.deepEqual([await lastSeq(app), stage.fake.server.count(/./)], before)

      const { key } = await app.makeKey(['points:read'], { isTest: true })
      await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: 'a test' }, { key })
      assert.equal((await chatOf(app, 'PlatformA', key)).at(-1)?.text, 'a test')
    } finally {
      await stage.close()
    }
  })
})

describe('control calls under the brand names', () => {
  it('take and speak the other words', async () => {
    const app = await createTestApp({ naming: 'brand' })
    try {
      assert.equal((await sandboxCall(app, 'chat', { platform: 'Kick', username: 'bob', text: 'hi' })).status, 200)
      assert.equal((await chatOf(app, 'Kick')).at(-1)?.text, 'hi')
      const old = await sandboxCall(app, 'state', { platform: 'PlatformA' }, { status: 400 })
      assert.equal(old.body.error, 'platform must be one of Kick, Twitch, YouTube, TikTok.')
      await sandboxCall(app, 'disconnect', { platform: 'Twitch' })
      const gone = await sandboxCall(app, 'state', { platform: 'Twitch' }, { status: 404 })
      assert.equal(gone.body.error, 'platform Twitch is not connected to the sandbox.')
    } finally {
      await app.close()
    }
  })
})
