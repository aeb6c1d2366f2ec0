import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Platform } from '../../src/platforms/contract/platforms.ts'
import type { PlatformUser } from '../../src/platforms/platform.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTimeLimits } from '../platforms/time-limits.ts'
import { createTestClock, minuteMs, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('a viewer is found', () => {
  let testApp: TestApp
  let clock: TestClock
  const limits = createTimeLimits()
  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock, timeLimit: limits.start })
  })
  after(() => testApp.close())
  beforeEach(() => clock.advance(minuteMs))

  /** As a platform would report somebody: made on first sight, renamed when the name is another. */
  async function see(platform: Platform, user: Omit<PlatformUser, 'displayname'>): Promise<void> {
    const fresh = { displayname: user.username, ...user }
    await testApp.ctx.db.write((tx) => testApp.ctx.viewers.ensure(tx, testApp.channel, { platform, fresh }))
  }
  async function find(reference: Record<string, unknown>, platform = 'PlatformA'): Promise<string> {
    const { status, body } = await testApp.call('get-points', { ...reference, platform }, { status: 'any' })
    return status === 200 ? `${body.user_id} ${body.username}` : `${status} ${body.code}`
  }
  async function countViewers(): Promise<number> {
    let total = 0
    for (const platform of ['PlatformA', 'PlatformB', 'PlatformC', 'PlatformD']) {
      total += (await testApp.call('get-points-top', { platform })).body.total
    }
    return total
  }

  it('by PlatformA id before the name', async () => {
    await see('kick', { id: 'k-1', username: 'anna' })
    await see('kick', { id: 'k-2', username: 'bert' })
    assert.equal(await find({ userid: 'k-1', username: 'bert' }), 'k-1 anna')
  })

  it('by name when the id is absent, empty or not found', async () => {
    for (const userid of [undefined, '', '  ', 'k-404']) {
      assert.equal(await find({ userid, username: 'bert' }), 'k-2 bert')
    }
  })

  it('by name in any case, with @ or without', async () => {
    for (const username of ['BERT', '@bert', ' @BeRt ']) assert.equal(await find({ username }), 'k-2 bert')
    await see('kick', { id: 'k-3', username: 'ÄRGER' })
    assert.equal(await find({ username: 'a\u0308rger' }), 'k-3 ÄRGER')
  })

  it('on another platform by the PlatformA id of the same person', async () => {
    await see('kick', { id: 'k-10', username: 'carla', person: 'p-carla' })
    await see('twitch', { id: 't-10', username: 'carla_tv', person: 'p-carla' })
    await see('youtube', { id: 'y-10', username: 'Carla Live', person: 'p-carla' })
    assert.equal(await find({ userid: 'k-10' }, 'PlatformB'), 't-10 carla_tv')
    assert.equal(await find({ userid: 'k-10' }, 'PlatformC'), 'y-10 Carla Live')
  })

  it('on another platform by the person before by the id there', async () => {
    await see('twitch', { id: 'k-10', username: 'same_id_by_chance' })
    assert.equal(await find({ userid: 'k-10' }, 'PlatformB'), 't-10 carla_tv')
  })

  it('on another platform by the id there last of all, when neither a link nor the name finds anybody', async () => {
    await see('twitch', { id: 't-20', username: 'dora' })
    assert.equal(await find({ userid: 't-20' }, 'PlatformB'), 't-20 dora')
    assert.equal(await find({ userid: 't-20', username: 'nobody-at-all' }, 'PlatformB'), 't-20 dora')
    assert.equal(await find({ userid: 't-20', username: 'carla_tv' }, 'PlatformB'), 't-10 carla_tv')
    assert.equal(await find({ userid: 'k-1', username: 'dora' }, 'PlatformB'), 't-20 dora', 'k-1 is nobody there')
  })

  it('on PlatformA by an id that only the platform knows before the name beside it, in every operation', async () => {
    const pointsOf = async (reference: object) =>
      (await testApp.call('get-points', { ...reference, platform: 'PlatformA' })).body.points
    const bert = await pointsOf({ username: 'bert' })
    const someoneElse = { username: 'bert', amount: 1000, platform: 'PlatformA' }
    await testApp.call('add-points', { userid: '10190', ...someoneElse })
    assert.equal(await pointsOf({ userid: '10190' }), 1000)
    const { body: set } = await testApp.call('set-points', { userid: '10191', ...someoneElse })
    assert.equal(set.username, 'viewer171')
    const { body: removed } = await testApp.call('transfer-points', {
      from_userid: '10191',
      from_username: 'bert',
      to_userid: '10192',
      to_username: 'bert',
      amount: 5,
      platform: 'PlatformA',
    })
    assert.deepEqual([removed.from_user_id, removed.to_user_id], ['10191', '10192'])
    const { body: watched } = await testApp.call('adjust-watch-time', { userid: '10193', mode: 'add', ...someoneElse })
    assert.equal(watched.username, 'viewer173')
    const { body: read } = await testApp.call('get-watch-time', { userid: '10194', ...someoneElse })
    assert.equal(read.username, 'viewer174')
    const { body: bulk } = await testApp.call('adjust-watch-time-bulk', {
      mode: 'add',
      amount: 1,
      users: [{ userid: '10195', username: 'bert' }],
      platform: 'PlatformA',
    })
    assert.equal(bulk.users[0].username, 'viewer175')
    const { body: banned } = await testApp.call('ban', { userid: '10196', username: 'bert' })
    assert.equal(banned.username, 'viewer176')
    const { body: freed } = await testApp.call('unban-user', { userid: '10196', username: 'bert' })
    assert.equal(freed.username, 'viewer176')
    assert.equal(await pointsOf({ username: 'bert' }), bert, 'nothing went to the name')
  })

  it('never by the name beside a PlatformA id that the platform cannot be asked for', async () => {
    const calls = [
      ['add-points', { amount: 1000 }],
      ['get-points', {}],
      ['adjust-watch-time', { mode: 'add', amount: 5 }],
      ['ban', {}],
    ] as const
    for (const [operation, more] of calls) {
      for (const fault of ['timeout', 'refuse'] as const) {
        if (fault === 'timeout' && operation !== 'add-points') continue
        testApp.app.sandbox.failNext('kick', fault, 'findUser', limits.endOf)
        const reference = { userid: '10197', username: 'bert', platform: 'PlatformA' }
        const { body } = await testApp.call(operation, { ...reference, ...more }, { status: 502 })
        assert.equal(body.code, 'platform_unavailable', `${operation} ${fault}`)
      }
    }
    testApp.app.sandbox.failNext('kick', 'refuse', 'findUser')
    const { body } = await testApp.call('adjust-watch-time-bulk', {
      mode: 'add',
      amount: 1,
      users: [{ userid: '10197', username: 'bert' }, { userid: '10198', username: 'bert' }, { username: 'bert' }],
      platform: 'PlatformA',
    })
    assert.deepEqual(
      body.failed.map(({ code }: { code: string }) => code),
      ['platform_unavailable', 'platform_unavailable'],
    )
    assert.deepEqual(body.users[0].username, 'bert')
  })

  it('on PlatformA never by the id of another platform', async () => {
    assert.equal(await find({ userid: 't-20' }), '404 user_not_found')
  })

  it('by a former name, until somebody else bears it', async () => {
    await see('kick', { id: 'k-30', username: 'erik' })
    await see('kick', { id: 'k-30', username: 'erik_new' })
    assert.equal(await find({ username: 'erik_new' }), 'k-30 erik_new')
    assert.equal(await find({ username: 'ERIK' }), 'k-30 erik_new')
    await see('kick', { id: 'k-31', username: 'erik' })
    assert.equal(await find({ username: 'erik' }), 'k-31 erik')
    assert.equal(await find({ username: 'erik_new' }), 'k-30 erik_new')
  })

  it('by a name that somebody has on the platform now before somebody who had it here', async () => {
    await see('kick', { id: 'k-35', username: 'viewer180' })
    await see('kick', { id: 'k-35', username: 'moved_on' })
    testApp.app.sandbox.failNext('kick', 'refuse', 'findUser')
    assert.equal(await find({ username: 'viewer180' }), 'k-35 moved_on', 'the platform cannot be asked')
    assert.equal(await find({ username: 'viewer180' }), '10200 viewer180')
  })

  it('by a former name of whoever bore it last', async () => {
    for (const id of ['k-40', 'k-41']) {
      await see('kick', { id, username: 'wandering' })
      clock.advance(minuteMs)
      await see('kick', { id, username: `settled-${id}` })
    }
    assert.equal(await find({ username: 'wandering' }), 'k-41 settled-k-41')
  })

  it('by a name that two of them bear in our books as the one who took it last', async () => {
    await see('kick', { id: 'k-50', username: 'first' })
    await see('kick', { id: 'k-51', username: 'coveted' })
    clock.advance(minuteMs)
    await see('kick', { id: 'k-50', username: 'coveted' })
    assert.equal(await find({ username: 'coveted' }), 'k-50 coveted')
  })

  it('with the points kept when the name changes', async () => {
    await testApp.call('set-points', { userid: 'k-30', amount: 77, platform: 'PlatformA' })
    await see('kick', { id: 'k-30', username: 'erik_newest' })
    assert.equal((await testApp.call('get-points', { userid: 'k-30', platform: 'PlatformA' })).body.points, 77)
  })

  it('on the platform itself when we never saw it, and is made', async () => {
    const before = await countViewers()
    assert.equal(await find({ username: 'Viewer150' }, 'PlatformD'), `${40_000 + 20 + 150} viewer150`)
    assert.equal(await countViewers(), before + 1)
    assert.equal(await find({ username: 'viewer150' }, 'PlatformD'), '40170 viewer150')
    assert.equal(await countViewers(), before + 1)
  })

  it('on the platform itself by id, also by the PlatformA id of a person nobody saw yet', async () => {
    assert.equal(await find({ userid: '20171' }, 'PlatformB'), '20171 viewer151')
    assert.equal(await find({ userid: '10172' }, 'PlatformB'), '20172 viewer152')
  })

  it('once, however many calls see it first', async () => {
    const before = await countViewers()
    const calls = Array.from({ length: 20 }, () => find({ username: 'viewer160' }, 'PlatformC'))
    assert.deepEqual([...new Set(await Promise.all(calls))], ['30180 viewer160'])
    assert.equal(await countViewers(), before + 1)
  })

  it('not at all when nobody knows it, and nothing is made', async () => {
    const before = await countViewers()
    assert.equal(await find({ username: 'nobody-at-all' }), '404 user_not_found')
    assert.equal(await find({ userid: '999999', username: 'nobody-at-all' }, 'PlatformC'), '404 user_not_found')
    const { status } = await testApp.call(
      'add-points',
      { username: 'nobody', amount: 5, platform: 'PlatformB' },
      { status: 404 },
    )
    assert.equal(status, 404)
    assert.equal(await countViewers(), before)
  })

  it('or not, when the platform does not answer, with 502 and nothing made', async () => {
    const before = await countViewers()
    testApp.app.sandbox.failNext('kick', 'timeout', 'findUser', limits.endOf)
    const { status, body } = await testApp.call(
      'add-points',
      {
        username: 'viewer199',
        amount: 5,
        platform: 'PlatformA',
      },
      { status: 502 },
    )
    assert.deepEqual([status, body.code], [502, 'platform_unavailable'])
    assert.equal(await countViewers(), before)
    assert.equal(await find({ username: 'bert' }), 'k-2 bert', 'whom we know is found all the same')
  })

  it('only when somebody is named', async () => {
    for (const reference of [{}, { userid: '', username: ' ' }, { username: '@' }]) {
      assert.equal(await find(reference), '400 user_required')
    }
  })

  it('in one channel only', async () => {
    const { key } = await testApp.makeKey(undefined, { isTest: true })
    const { status } = await testApp.call('get-points', { userid: 'k-1', platform: 'PlatformA' }, { status: 404, key })
    assert.equal(status, 404)
  })
})
