import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about what platforms are asked, and nothing of it is stored')

const clock = createTestClock()
let app: TestApp
before(async () => {
  app = await createTestApp({ clock })
})
after(() => app.close())

const titleOn = async (platform: string): Promise<string> => (await sandboxCall(app, 'state', { platform })).body.title
const live = (platform: string, isLive: boolean) => sandboxCall(app, 'set-live', { platform, live: isLive })

describe('title', () => {
  beforeEach(() => clock.advance(minuteMs))

  it('changes every connected account that has one', async () => {
    const from = await lastSeq(app)
    const { status, body } = await app.call('title', { title: 'New\ttitle' })
    assert.equal(status, 200)
    assert.equal(body.platform, 'all')
    assert.deepEqual(
      body.results.map(({ platform, success }: { platform: string; success: boolean }) => [platform, success]),
      [
        ['PlatformA', true],
        ['PlatformB', true],
        ['PlatformC', true],
      ],
    )
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC']) assert.equal(await titleOn(platform), 'New title')
    assert.notEqual(await titleOn('PlatformD'), 'New title')
    const appended = (await eventsSince(app, from)).map(({ kind, platform, data }) => [kind, platform, data.title])
    assert.deepEqual(appended, [
      ['stream.title-changed', 'kick', 'New title'],
      ['stream.title-changed', 'twitch', 'New title'],
      ['stream.title-changed', 'youtube', 'New title'],
    ])
  })

  it('changes the named one alone', async () => {
    const { body } = await app.call('title', { title: 'Only here', platform: 'PlatformC' })
    assert.equal(body.platform, 'PlatformC')
    assert.deepEqual([await titleOn('PlatformA'), await titleOn('PlatformC')], ['New title', 'Only here'])
  })

  it('has its bounds and leaves no trace beyond them', async () => {
    const before = [await titleOn('PlatformA'), await lastSeq(app)]
    for (const body of [
      {},
      { title: '' },
      { title: '\n' },
      { title: 'x'.repeat(141) },
      { title: 'x', platform: 'PlatformD' },
      { title: 'x', platform: 'all' },
    ]) {
      assert.equal((await app.call('title', body, { status: 400 })).status, 400, JSON.stringify(body))
    }
    assert.deepEqual([await titleOn('PlatformA'), await lastSeq(app)], before)
    assert.equal((await app.call('title', { title: 'é'.repeat(140), platform: 'PlatformA' })).status, 200)
  })

  it('is a success when one is, and a failure when none is', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'setTitle')
    const partly = await app.call('title', { title: 'partly' })
    assert.equal(partly.status, 200)
    assert.equal(partly.body.results[0].code, 'platform_refused')
    for (const platform of ['kick', 'twitch', 'youtube'] as const) {
      app.app.sandbox.failNext(platform, 'refuse', 'setTitle')
    }
    const from = await lastSeq(app)
    const none = await app.call('title', { title: 'none' }, { status: 502 })
    assert.deepEqual([none.status, none.body.code], [502, 'platform_refused'])
    assert.equal(await lastSeq(app), from)
  })
})

describe('get-stream-meta', () => {
  beforeEach(() => clock.advance(minuteMs))

  it('reports all of PlatformA when nothing is asked', async () => {
    await signInAsOwner(app)
    await app.call('set-stream-meta', { title: 'A day in the mine', game: 'Minecraft' })
    const { status, body } = await app.call('get-stream-meta', '')
    assert.equal(status, 200)
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    assert.deepEqual(body, {
      success: true,
      platform: 'PlatformA',
      channel: 'streamer',
      title: 'A day in the mine',
      category: 'Minecraft',
      category_id: body.category_id,
      viewer_count: body.viewer_count,
      followers_count: body.followers_count,
      is_live_any: 1,
      is_live_alpha: 1,
      is_live_beta: 1,
      alpha_last_connection: today,
      'alpha_last_connection ': today,
    })
    assert.match(body.category_id, /^\d+$/)
    assert.ok(Number.isSafeInteger(body.viewer_count) && body.viewer_count > 0)
    assert.ok(Number.isSafeInteger(body.followers_count) && body.followers_count > 0)
  })

  it('keeps the last title and category while offline, with nobody watching', async () => {
    await live('PlatformA', false)
    const { body } = await app.call('get-stream-meta')
    assert.deepEqual([body.title, body.category, body.viewer_count], ['A day in the mine', 'Minecraft', 0])
    assert.deepEqual([body.is_live_any, body.is_live_alpha, body.is_live_beta], [1, 0, 1])
    await live('PlatformB', false)
    assert.equal((await app.call('get-stream-meta', { platform: 'PlatformB' })).body.is_live_any, 0)
    await live('PlatformC', true)
    assert.equal((await app.call('get-stream-meta')).body.is_live_any, 1)
    for (const platform of ['PlatformA', 'PlatformB']) await live(platform, true)
    await live('PlatformC', false)
  })

  it('answers for the asked platform although another fails', async () => {
    app.app.sandbox.failNext('twitch', 'refuse', 'readStream')
    const { status, body } = await app.call('get-stream-meta')
    assert.deepEqual([status, body.is_live_alpha, body.is_live_beta], [200, 1, 0])
    app.app.sandbox.failNext('kick', 'refuse', 'readStream')
    assert.equal((await app.call('get-stream-meta', {}, { status: 502 })).status, 502)
  })

  it('knows PlatformA and PlatformB, where connected', async () => {
    assert.equal((await app.call('get-stream-meta', { platform: 'PlatformC' }, { status: 400 })).status, 400)
    await sandboxCall(app, 'disconnect', { platform: 'PlatformB' })
    const { status, body } = await app.call('get-stream-meta', { platform: 'PlatformB' }, { status: 400 })
    assert.deepEqual([status, body.code], [400, 'platform_not_connected'])
    assert.equal((await app.call('get-stream-meta')).body.is_live_beta, 0)
    await sandboxCall(app, 'connect', { platform: 'PlatformB' })
  })
})

describe('set-stream-meta', () => {
  beforeEach(() => clock.advance(minuteMs))

  it('changes title and game together and answers with the figures of PlatformA', async () => {
    const { status, body } = await app.call('set-stream-meta', { title: 'Both', game: 'chess' })
    assert.equal(status, 200)
    const meta = (await app.call('get-stream-meta')).body
    const { results, ...rest } = body
    assert.deepEqual(rest, {
      success: true,
      platform: 'all',
      title_updated: true,
      game_updated: true,
      title: 'Both',
      category: 'Chess',
      viewer_count: meta.viewer_count,
      followers_count: meta.followers_count,
    })
    assert.deepEqual(
      results.map((one: Record<string, unknown>) => [one.platform, one.title_updated, one.game_updated, one.success]),
      [
        ['PlatformA', true, true, true],
        ['PlatformB', true, true, true],
        ['PlatformC', true, false, true],
      ],
    )
  })

  it('changes one thing and says that the other stayed', async () => {
    const title = (await app.call('set-stream-meta', { title: 'Just a title', platform: 'PlatformB' })).body
    assert.deepEqual([title.title_updated, title.game_updated, title.category], [true, false, 'Chess'])
    const game = (await app.call('set-stream-meta', { game: 'Rust', platform: 'PlatformB' })).body
    assert.deepEqual([game.title_updated, game.game_updated], [false, true])
    assert.deepEqual([game.title, game.category, game.platform], ['Just a title', 'Rust', 'PlatformB'])
  })

  it('prefers the id to the name', async () => {
    const { alpha_category_id } = (await app.call('search-games', { query: 'fortnite' })).body.best_match
    const { body } = await app.call('set-stream-meta', { game: 'chess', alpha_category_id })
    assert.equal(body.category, 'Fortnite')
  })

  it('takes a title for PlatformC, and refuses a game there before anything changes', async () => {
    const { body } = await app.call('set-stream-meta', { title: 'On C', platform: 'PlatformC' })
    assert.deepEqual([body.title_updated, body.title, body.category], [true, 'On C', ''])
    const from = await lastSeq(app)
    for (const more of [{ game: 'chess' }, { alpha_category_id: 15 }]) {
      for (const title of ['Never', undefined]) {
        const { status } = await app.call('set-stream-meta', { title, platform: 'PlatformC', ...more }, { status: 400 })
        assert.equal(status, 400)
      }
    }
    assert.deepEqual([await titleOn('PlatformC'), await lastSeq(app)], ['On C', from])
  })

  it('changes nothing when the game is not known', async () => {
    const before = [await titleOn('PlatformA'), await lastSeq(app)]
    const { body } = await app.call('set-stream-meta', { title: 'Never', game: 'qqxxzzvvkk' }, { status: 404 })
    assert.equal(body.code, 'category_not_found')
    const neither = await app.call('set-stream-meta', { platform: 'PlatformA', title: ' ' }, { status: 400 })
    assert.deepEqual([neither.status, neither.body.error], [400, 'title, game or alpha_category_id is required.'])
    assert.deepEqual([await titleOn('PlatformA'), await lastSeq(app)], before)
  })

  it('answers with the first changed platform when PlatformA was not', async () => {
    await sandboxCall(app, 'disconnect', { platform: 'PlatformA' })
    const { body } = await app.call('set-stream-meta', { title: 'Without A' })
    const meta = (await app.call('get-stream-meta', { platform: 'PlatformB' })).body
    assert.deepEqual([body.title, body.followers_count], ['Without A', meta.followers_count])
    await sandboxCall(app, 'connect', { platform: 'PlatformA' })
    app.app.sandbox.failNext('kick', 'refuse', 'setTitle')
    const refused = (await app.call('set-stream-meta', { title: 'A refused' })).body
    assert.deepEqual([refused.title, refused.title_updated], ['A refused', true])
  })

  it('reports what was done when a part was refused', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'setCategory')
    const { status, body } = await app.call('set-stream-meta', { title: 'Half', game: 'Chess', platform: 'PlatformA' })
    assert.deepEqual([status, body.title_updated, body.game_updated, body.title], [200, true, false, 'Half'])
    assert.deepEqual([body.results[0].success, body.results[0].code], [false, 'platform_refused'])
  })

  it('stands although the platform does not answer the question after it', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'readStream')
    const { status, body } = await app.call('set-stream-meta', { title: 'Unseen', platform: 'PlatformA' })
    assert.deepEqual([status, body.title, body.title_updated], [200, 'Unseen', true])
    assert.equal(await titleOn('PlatformA'), 'Unseen')
  })
})
