import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Viewer } from '../../src/capabilities/viewers/viewer.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { withCopy } from '../read-database.ts'
import { createTestClock, minuteMs, type TestClock } from '../test-clock.ts'
import * as fc from '../tools/fast-check.ts'
import { faultsInDatabase } from '../trust/check-database.ts'

runsOn('sqlite', 'postgres')

const platform = 'PlatformA'
const highest = Number.MAX_SAFE_INTEGER

describe('points', () => {
  let testApp: TestApp
  let clock: TestClock
  let counter = 0
  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock })
  })
  after(() => testApp.close())
  beforeEach(() => clock.advance(minuteMs))

  /** Somebody of whom nothing is known yet. */
  async function newViewer(points = 0): Promise<string> {
    const username = `person${++counter}`
    await see(username, points)
    return username
  }
  async function see(username: string, points: number): Promise<Viewer> {
    const { ctx, channel, cause } = testApp
    return ctx.db.write(async (tx) => {
      const fresh = { id: `id-${username}`, username, displayname: username }
      const viewer = await ctx.viewers.ensure(tx, channel, { platform: 'kick', fresh })
      if (points > 0) await ctx.points.set(tx, cause, viewer, points, 'test')
      return viewer
    })
  }
  async function pointsOf(username: string): Promise<number> {
    return (await testApp.call('get-points', { username, platform })).body.points
  }
  async function ledgerOf(username: string) {
    const viewer = await testApp.ctx.viewers.get(testApp.channel, 'kick', { username })
    return testApp.ctx.points.ledger(testApp.channel, viewer, 1000)
  }

  it('are added and removed with nothing but success in the answer', async () => {
    const username = await newViewer()
    assert.deepEqual((await testApp.call('add-points', { username, amount: 50, platform })).body, { success: true })
    assert.deepEqual((await testApp.call('remove-points', { username, amount: 20, platform })).body, { success: true })
    assert.equal(await pointsOf(username), 30)
  })

  it('stop at 0 when more are removed than there are', async () => {
    const username = await newViewer(10)
    assert.equal((await testApp.call('remove-points', { username, amount: 99_999_999, platform })).status, 200)
    assert.equal(await pointsOf(username), 0)
    assert.equal((await testApp.call('remove-points', { username, amount: 1, platform })).status, 200)
    assert.equal(await pointsOf(username), 0)
    assert.deepEqual(
      (await ledgerOf(username)).map(({ delta }) => delta),
      [0, -10, 10],
    )
  })

  it('never pass what a number on the wire can hold', async () => {
    const username = await newViewer(highest - 3)
    assert.equal((await testApp.call('add-points', { username, amount: 2, platform })).status, 200)
    assert.equal(await pointsOf(username), highest - 1)
    assert.equal((await testApp.call('add-points', { username, amount: 99_999_999, platform })).status, 200)
    assert.equal(await pointsOf(username), highest)
  })

  it('are set, with the old and the new balance and the difference', async () => {
    const username = await newViewer(30)
    const set = async (amount: number) => (await testApp.call('set-points', { username, amount, platform })).body
    const fields = { success: true, platform, username }
    assert.deepEqual(await set(100), { ...fields, old_points: 30, points: 100, changed: 70 })
    assert.deepEqual(await set(0), { ...fields, old_points: 100, points: 0, changed: -100 })
    assert.deepEqual(await set(0), { ...fields, old_points: 0, points: 0, changed: 0 })
    assert.deepEqual(await set(99_999_999), { ...fields, old_points: 0, points: 99_999_999, changed: 99_999_999 })
  })

  it('are read with everything else about a viewer', async () => {
    const username = await newViewer(5)
    assert.deepEqual((await testApp.call('get-points', { username, platform })).body, {
      success: true,
      platform,
      user_id: `id-${username}`,
      username,
      displayname: username,
      points: 5,
      coin: 0,
      message_count: 0,
    })
  })

  it('are whole', async () => {
    const username = await newViewer()
    for (const amount of [0.5, 1.000001, '5']) {
      for (const operation of ['add-points', 'remove-points', 'set-points']) {
        const { status, body } = await testApp.call(operation, { username, amount, platform }, { status: 400 })
        assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      }
    }
    assert.equal(await pointsOf(username), 0)
  })

  it('belong to one viewer on one platform, linked or not', async () => {
    const read = async (on: string) => (await testApp.call('get-points', { userid: '10005', platform: on })).body.points
    const before = await read('PlatformB')
    await testApp.call('add-points', { userid: '10005', amount: 40, platform })
    assert.equal(await read('PlatformB'), before)
  })

  it('that change together share a commit, and /metrics reports it', async () => {
    const counted = async () => {
      const text = await (await fetch(`${testApp.url}/metrics`)).text()
      const [batches, writes] = ['count', 'sum'].map((what) =>
        Number(new RegExp(`^showcaller_write_batch_size_${what} (\\d+)$`, 'm').exec(text)?.[1]),
      )
      return { batches: batches ?? Number.NaN, writes: writes ?? Number.NaN }
    }
    const username = await newViewer()
    const before = await counted()
    await Promise.all(Array.from({ length: 20 }, () => testApp.call('add-points', { username, amount: 1, platform })))
    const after = await counted()
    const [writes, batches] = [after.writes - before.writes, after.batches - before.batches]
    assert.ok(writes >= 20 && batches > 0 && batches < writes, `${writes} writes in ${batches} commits`)
  })

  it('have a ledger that says who, why and by which request', async () => {
    const username = await newViewer()
    const headers = { 'X-Request-Id': 'why-1' }
    const { key, id } = await testApp.makeKey()
    await testApp.call('add-points', { username, amount: 5, platform }, { key, headers })
    const [entry] = await ledgerOf(username)
    assert.ok(entry !== undefined && Math.abs(entry.at - clock.now()) < 5000)
    const { at: _, seq: __, ...logged } = entry
    assert.deepEqual(
      { ...logged },
      { currency: 'points', delta: 5, balance: 5, reason: 'add-points', actor: `key:${id}`, requestId: 'why-1' },
    )
  })

  it('move from one viewer to another, with both in the answer', async () => {
    const [from, to] = [await newViewer(100), await newViewer(1)]
    const sent = { from_username: from, to_userid: `id-${to}`, amount: 40, platform }
    const { body } = await testApp.call('transfer-points', sent)
    const names = { from_username: from, from_user_id: `id-${from}`, to_username: to, to_user_id: `id-${to}` }
    assert.deepEqual(body, { success: true, platform, ...names, amount: 40 })
    assert.deepEqual([await pointsOf(from), await pointsOf(to)], [60, 41])
    const [[given], [got]] = [await ledgerOf(from), await ledgerOf(to)]
    assert.deepEqual([given?.delta, got?.delta, given?.seq === got?.seq], [-40, 40, true])
  })

  it('move all of them or none', async () => {
    const [from, to] = [await newViewer(100), await newViewer(1)]
    const transfer = (more: object) =>
      testApp.call(
        'transfer-points',
        { from_username: from, to_username: to, amount: 101, platform, ...more },
        { status: 'any' },
      )
    const refused = async (more: object, code: string) => {
      const { status, body } = await transfer(more)
      assert.deepEqual([status, body.code], [code === 'user_not_found' ? 404 : 400, code])
      assert.deepEqual([await pointsOf(from), await pointsOf(to)], [100, 1])
    }
    await refused({}, 'insufficient_points')
    await refused({ to_username: from, amount: 5 }, 'same_user')
    await refused({ to_username: undefined, to_userid: `id-${from}`, amount: 5 }, 'same_user')
    await refused({ to_username: 'nobody-at-all', amount: 5 }, 'user_not_found')
    await refused({ from_username: 'nobody-at-all', amount: 5 }, 'user_not_found')
    await refused({ to_username: undefined, amount: 5 }, 'user_required')
    await refused({ from_username: ' ', amount: 5 }, 'user_required')
    assert.equal((await transfer({ amount: 100 })).status, 200)
    assert.deepEqual([await pointsOf(from), await pointsOf(to)], [0, 101])
  })

  it('do not move past the highest balance', async () => {
    const [from, to] = [await newViewer(100), await newViewer(highest - 5)]
    const sent = { from_username: from, to_username: to, amount: 6, platform }
    const { status, body } = await testApp.call('transfer-points', sent, { status: 400 })
    assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
    assert.deepEqual([await pointsOf(from), await pointsOf(to)], [100, highest - 5])
    assert.equal((await testApp.call('transfer-points', { ...sent, amount: 5 })).status, 200)
    assert.equal(await pointsOf(to), highest)
  })

  it('moved by 200 calls at once are neither made nor lost', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => newViewer(50)))
    const keys = await Promise.all(Array.from({ length: 3 }, () => testApp.makeKey()))
    const random = fc.sample(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 60 })), {
      numRuns: 200,
      seed: 7,
    })
    const statuses = await Promise.all(
      random.map(async ([from, step, amount], index) => {
        const body = {
          from_username: people[from],
          to_username: people[(from + step) % people.length],
          amount,
          platform,
        }
        return (await testApp.call('transfer-points', body, { status: 'any', key: keys[index % 3]?.key ?? '' })).status
      }),
    )
    assert.deepEqual([...new Set(statuses)].sort(), [200, 400])
    const balances = await Promise.all(people.map(pointsOf))
    assert.equal(
      balances.reduce((sum, points) => sum + points, 0),
      400,
    )
    assert.ok(balances.every((points) => points >= 0))
    const moved = statuses.filter((status) => status === 200).length
    const rows = (await Promise.all(people.map(ledgerOf))).flat().filter(({ reason }) => reason === 'transfer-points')
    assert.equal(rows.length, 2 * moved)
  })

  it('are, whatever was done to them, the sum of their ledger', async () => {
    const amount = fc.integer({ min: 1, max: 1000 })
    const who = fc.nat(2)
    const action = fc.oneof(
      fc.record({ operation: fc.constantFrom('add-points', 'remove-points', 'set-points'), who, amount }),
      fc.record({ operation: fc.constant('transfer-points'), who, amount }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
        const people = await Promise.all([newViewer(), newViewer(), newViewer()])
        const expected = new Map(people.map((name) => [name, 0]))
        for (const { operation, who: index, amount: by } of actions) {
          clock.advance(1000)
          const [name = '', other = ''] = [people[index], people[(index + 1) % 3]]
          const had = expected.get(name) ?? 0
          if (operation === 'transfer-points') {
            const body = { from_username: name, to_username: other, amount: by, platform }
            const { status } = await testApp.call(operation, body, { status: 'any' })
            assert.equal(status, had >= by ? 200 : 400)
            if (had < by) continue
            expected.set(name, had - by).set(other, (expected.get(other) ?? 0) + by)
            continue
          }
          assert.equal((await testApp.call(operation, { username: name, amount: by, platform })).status, 200)
          const after = { 'add-points': had + by, 'remove-points': Math.max(had - by, 0), 'set-points': by }[operation]
          expected.set(name, after ?? 0)
        }
        for (const [name, points] of expected) {
          assert.equal(await pointsOf(name), points)
          const ledger = await ledgerOf(name)
          assert.equal(
            ledger.reduce((sum, { delta }) => sum + delta, 0),
            points,
          )
          assert.equal(ledger[0]?.balance ?? 0, points)
        }
        clock.advance(minuteMs)
      }),
      { numRuns: 12, endOnFailure: true },
    )
    assert.deepEqual(await withCopy(testApp, faultsInDatabase), [])
  })
})
