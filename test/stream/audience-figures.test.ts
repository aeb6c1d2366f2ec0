import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { openKickStage } from '../platforms/kick-stage.ts'
import { openTwitchStage } from '../platforms/twitch-stage.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts servers with the fake servers of two platforms')

const places = (body: { leaders: { rank: number; username: string; amount: number }[] }) =>
  body.leaders.map(({ rank, username, amount }) => [rank, username, amount])

describe('figures of the sandbox', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  it('rank who gave the most, by period', async () => {
    const cheer = (username: string, amount: number) =>
      sandboxCall(app, 'bits', { platform: 'PlatformA', username, amount })
    await cheer('alice', 100)
    clock.advance(10 * dayMs)
    for (const [username, amount] of [
      ['bob', 50],
      ['alice', 20],
      ['bob', 25],
    ] as const) {
      await cheer(username, amount)
    }
    const board = async (body: object) => places((await app.call('list-bits-leaderboard', body)).body as never)
    assert.deepEqual(await board({}), [
      [1, 'alice', 120],
      [2, 'bob', 75],
    ])
    assert.deepEqual(await board({ period: 'week' }), [
      [1, 'bob', 75],
      [2, 'alice', 20],
    ])
    assert.deepEqual(await board({ period: 'month', limit: 1 }), [[1, 'alice', 120]])
    assert.deepEqual(await board({ platform: 'PlatformB' }), [])
  })

  it('count subscribers, each once and while they are', async () => {
    const total = async () => (await app.call('get-subscriber-total', { platform: 'PlatformB' })).body.total
    const before = await total()
    for (const username of ['alice', 'alice', 'bob']) {
      await sandboxCall(app, 'subscribe', { platform: 'PlatformB', username, tier: 1 })
    }
    assert.equal(await total(), before + 2)
    clock.advance(31 * dayMs)
    assert.equal(await total(), before)
  })

  it('are refused in a sentence where the platform has none', async () => {
    for (const [platform, name] of [
      ['PlatformC', 'YouTube'],
      ['PlatformD', 'TikTok'],
    ]) {
      const board = await app.call('list-bits-leaderboard', { platform }, { status: 400 })
      assert.equal(board.body.error, `${name} does not let other software read a leaderboard of bits.`)
      const total = await app.call('get-subscriber-total', { platform }, { status: 400 })
      assert.equal(total.body.error, `${name} does not let other software count subscribers.`)
    }
  })
})

describe('figures of Kick', () => {
  let stage: Awaited<ReturnType<typeof openKickStage>>
  before(async () => {
    stage = await openKickStage()
  })
  after(() => stage.close())

  it('are its own: KICKs by period, and active subscribers', async () => {
    const board = async (body: object) => places((await stage.app.call('list-bits-leaderboard', body)).body as never)
    assert.deepEqual(await board({}), [
      [1, 'bob', 5000],
      [2, 'alice', 200],
    ])
    assert.deepEqual(await board({ period: 'month', limit: 1 }), [[1, 'bob', 1000]])
    assert.deepEqual(await board({ period: 'week' }), [], 'Kick sends null for an empty list')
    stage.fake.world.activeSubscribers = 41
    assert.equal((await stage.app.call('get-subscriber-total')).body.total, 41)
  })

  it('need a permission, which the answer names', async () => {
    await stage.wire.connect({ without: ['kicks:read'] })
    const { body } = await stage.app.call('list-bits-leaderboard', {}, { status: 502 })
    assert.equal(body.code, 'platform_reauth_required')
    assert.match(body.error, /kicks:read/)
  })
})

describe('figures of Twitch', () => {
  let stage: Awaited<ReturnType<typeof openTwitchStage>>
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  it('are its own: bits by period, and subscribers without the broadcaster', async () => {
    const board = async (body: object) =>
      places((await stage.app.call('list-bits-leaderboard', { platform: 'PlatformB', ...body })).body as never)
    assert.deepEqual(await board({}), [
      [1, 'bob', 900],
      [2, 'alice', 300],
    ])
    assert.deepEqual(await board({ period: 'week', limit: 1 }), [[1, 'bob', 90]])
    assert.equal((await stage.app.call('get-subscriber-total', { platform: 'PlatformB' })).body.total, 2)
  })
})
