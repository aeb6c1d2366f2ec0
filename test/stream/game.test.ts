import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it reads the catalogue of games')

const firstPlaceholderId = 1_000_000_000

describe('game', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock, hasWholeCatalogue: true })
  })
  after(() => app.close())
  beforeEach(() => clock.advance(minuteMs))

  const idOf = async (query: string): Promise<number> =>
    (await app.call('search-games', { query })).body.best_match.alpha_category_id
  const categoryOn = async (platform: string): Promise<string> =>
    (await sandboxCall(app, 'state', { platform })).body.category

  it('changes the category on both platforms and reports how each fared', async () => {
    const from = await lastSeq(app)
    const { status, body } = await app.call('game', { game: 'elden ring' })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      success: true,
      game: 'ELDEN RING',
      platform: 'all',
      results: [
        { platform: 'PlatformA', success: true, error: null, code: null },
        { platform: 'PlatformB', success: true, error: null, code: null },
      ],
    })
    assert.deepEqual([await categoryOn('PlatformA'), await categoryOn('PlatformB')], ['ELDEN RING', 'ELDEN RING'])
    const appended = await eventsSince(app, from)
    assert.deepEqual(
      appended.map(({ kind, platform }) => `${kind} ${platform}`),
      ['stream.category-changed kick', 'stream.category-changed twitch'],
    )
    assert.equal(appended[0]?.data.category, 'ELDEN RING')
  })

  it('changes the named platform alone', async () => {
    const { body } = await app.call('game', { game: 'Chess', platform: 'PlatformB' })
    assert.equal(body.platform, 'PlatformB')
    assert.deepEqual([await categoryOn('PlatformA'), await categoryOn('PlatformB')], ['ELDEN RING', 'Chess'])
  })

  it('learns the id that the platform uses, and search-games shows it from then on', async () => {
    const before = await idOf('Stardew Valley')
    assert.ok(before > firstPlaceholderId, `${before} is a placeholder`)
    assert.equal((await app.call('game', { game: 'stardew valley' })).status, 200)
    const learnt = await idOf('Stardew Valley')
    assert.ok(learnt < firstPlaceholderId, `${learnt} is the platform's own`)
    const meta = await app.call('get-stream-meta')
    assert.equal(meta.body.category_id, String(learnt))
    for (const alpha_category_id of [learnt, before]) {
      await app.call('game', { game: 'Chess' })
      const { status, body } = await app.call('game', { alpha_category_id })
      assert.deepEqual([status, body.game], [200, 'Stardew Valley'])
    }
  })

  it('takes a category by the placeholder of one that is not known yet, however rare', async () => {
    const rare = await app.call('search-games', { query: 'zeno clash', limit: 1 })
    const { alpha_category_id, name } = rare.body.best_match
    assert.ok(alpha_category_id > firstPlaceholderId)
    const { status, body } = await app.call('game', { alpha_category_id })
    assert.deepEqual([status, body.game], [200, name])
    assert.equal(await categoryOn('PlatformA'), name)
    assert.ok((await idOf(name)) < firstPlaceholderId)
  })

  it('asks the platform for a category once', async () => {
    await app.call('game', { game: 'Terraria', platform: 'PlatformA' })
    app.app.sandbox.failNext('kick', 'refuse', 'findCategory')
    assert.equal((await app.call('game', { game: 'Terraria', platform: 'PlatformA' })).status, 200)
    // The order still stands, so a category that is not known meets it.
    assert.equal((await app.call('game', { game: 'Celeste', platform: 'PlatformA' }, { status: 502 })).status, 502)
  })

  it('prefers the id to the name', async () => {
    const alpha_category_id = await idOf('Fortnite')
    const { body } = await app.call('game', { game: 'Minecraft', alpha_category_id })
    assert.equal(body.game, 'Fortnite')
  })

  it('knows nothing close to nonsense, and changes nothing then', async () => {
    const before = [await categoryOn('PlatformA'), await lastSeq(app)]
    for (const body of [
      { game: 'qqxxzzvvkk' },
      { alpha_category_id: 999_999_999 },
      { alpha_category_id: firstPlaceholderId },
      { alpha_category_id: firstPlaceholderId + 90_000_000 },
      { game: 'Minecraft', alpha_category_id: 999_999_998 },
    ]) {
      const answer = await app.call('game', body, { status: 404 })
      assert.deepEqual([answer.status, answer.body.code], [404, 'category_not_found'], JSON.stringify(body))
    }
    assert.deepEqual([await categoryOn('PlatformA'), await lastSeq(app)], before)
  })

  it('wants a name or an id, and a platform that has categories', async () => {
    for (const body of [
      {},
      { game: ' ' },
      { alpha_category_id: '5' },
      { alpha_category_id: 0 },
      { game: 'x'.repeat(101) },
      { game: 'Chess', platform: 'PlatformC' },
      { game: 'Chess', platform: 'all' },
    ]) {
      assert.equal((await app.call('game', body, { status: 400 })).status, 400, JSON.stringify(body))
    }
  })

  it('is a success when one platform is, and reports the other', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'setCategory')
    const { status, body } = await app.call('game', { game: 'Rust' })
    assert.equal(status, 200)
    assert.deepEqual(
      body.results.map(({ success, code }: { success: boolean; code: string | null }) => [success, code]),
      [
        [false, 'platform_refused'],
        [true, null],
      ],
    )
    assert.match(body.results[0].error, /Kick refused/)
    assert.equal(await categoryOn('PlatformB'), 'Rust')
  })

  it('fails when every platform does, and leaves no row', async () => {
    const from = await lastSeq(app)
    app.app.sandbox.failNext('kick', 'refuse', 'setCategory')
    app.app.sandbox.failNext('twitch', 'refuse', 'setCategory')
    const { status, body } = await app.call('game', { game: 'Among Us' }, { status: 502 })
    assert.deepEqual([status, body.code], [502, 'platform_refused'])
    assert.equal(await lastSeq(app), from)
    app.app.sandbox.failNext('kick', 'nothing', 'findCategory')
    const missing = await app.call('game', { game: 'Dofus', platform: 'PlatformA' }, { status: 404 })
    assert.deepEqual([missing.status, missing.body.error], [404, 'Kick has no category named Dofus.'])
  })

  it('changes what is connected, and says so when nothing is', async () => {
    await sandboxCall(app, 'disconnect', { platform: 'PlatformA' })
    const { body } = await app.call('game', { game: 'Poker' })
    assert.deepEqual(
      body.results.map(({ platform }: { platform: string }) => platform),
      ['PlatformB'],
    )
    const named = await app.call('game', { game: 'Poker', platform: 'PlatformA' }, { status: 400 })
    assert.equal(named.body.code, 'platform_not_connected')
    await sandboxCall(app, 'disconnect', { platform: 'PlatformB' })
    const none = await app.call('game', { game: 'Poker' }, { status: 400 })
    assert.deepEqual([none.status, none.body.code], [400, 'platform_not_connected'])
    await sandboxCall(app, 'connect', { platform: 'PlatformA' })
    await sandboxCall(app, 'connect', { platform: 'PlatformB' })
  })
})
