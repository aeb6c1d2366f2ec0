import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTimeLimits } from '../platforms/time-limits.ts'
import { createTestClock, minuteMs, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const platform = 'PlatformB'
const day = '2026-04-01'

describe('a bulk adjustment', () => {
  let testApp: TestApp
  let clock: TestClock
  const limits = createTimeLimits()
  let counter = 0
  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock, timeLimit: limits.start })
  })
  after(() => testApp.close())
  beforeEach(() => clock.advance(minuteMs))

  function nextViewers(count: number): string[] {
    return Array.from({ length: count }, () => `viewer${++counter}`)
  }
  async function bulk(body: object) {
    return testApp.call('adjust-watch-time-bulk', { mode: 'add', day, platform, ...body }, { status: 'any' })
  }
  async function minutesOf(username: string): Promise<number> {
    return (await testApp.call('get-watch-time', { username, platform })).body.watch_time
  }

  it('answers with every entry in order', async () => {
    const [a = '', b = ''] = nextViewers(2)
    const { status, body } = await bulk({ amount: 10, users: [{ username: a }, { username: `@${b}`, amount: 3 }] })
    assert.equal(status, 200)
    const entry = (index: number, username: string, amount: number) => ({
      index,
      user_id: String(20_020 + Number(username.slice(6))),
      username,
      displayname: `V${username.slice(1)}`,
      mode: 'add',
      amount,
      day,
      watch_time: amount,
      changed: amount,
      watch_time_total: amount,
      message_count: 0,
    })
    assert.deepEqual(body, {
      success: true,
      partial: 0,
      platform,
      mode: 'add',
      day,
      used_fallback_day: 0,
      amount_unit: 'minute',
      watch_time_unit: 'minute',
      total_requested: 2,
      processed_count: 2,
      failed_count: 0,
      users: [entry(0, a, 10), entry(1, b, 3)],
      failed: [],
    })
  })

  it('applies entries one after the other, also to the same viewer', async () => {
    const [name = ''] = nextViewers(1)
    const { body } = await bulk({ users: [5, 7, 1].map((amount) => ({ username: name, amount })) })
    assert.deepEqual(
      body.users.map(({ watch_time }: { watch_time: number }) => watch_time),
      [5, 12, 13],
    )
    assert.equal(await minutesOf(name), 13)
  })

  it('without a day goes to the fallback day', async () => {
    const { body } = await bulk({ day: undefined, amount: 1, users: [{ username: nextViewers(1)[0] }] })
    assert.deepEqual([body.day, body.used_fallback_day, body.users[0].day], ['2000-01-01', 1, '2000-01-01'])
  })

  it('does what it can when some viewers are unknown or some entries have no amount', async () => {
    const [a = '', b = '', c = ''] = nextViewers(3)
    const users = [
      { username: a, amount: 4 },
      { username: 'nobody-at-all', amount: 5 },
      { username: b },
      { userid: '424242', username: 'nobody-else', amount: 6 },
      { username: c, amount: 7 },
    ]
    const { status, body } = await bulk({ users })
    assert.equal(status, 200)
    assert.deepEqual([body.partial, body.total_requested, body.processed_count, body.failed_count], [1, 5, 2, 3])
    assert.deepEqual(
      body.users.map(({ index, username }: { index: number; username: string }) => [index, username]),
      [
        [0, a],
        [4, c],
      ],
    )
    const failed = body.failed.map(({ error, ...rest }: { error: string }) => {
      assert.equal(typeof error, 'string')
      return rest
    })
    assert.deepEqual(failed, [
      { index: 1, userid: null, username: 'nobody-at-all', amount: 5, code: 'user_not_found' },
      { index: 2, userid: null, username: b, amount: null, code: 'invalid_parameter' },
      { index: 3, userid: '424242', username: 'nobody-else', amount: 6, code: 'user_not_found' },
    ])
    assert.deepEqual([await minutesOf(a), await minutesOf(b), await minutesOf(c)], [4, 0, 7])
  })

  it('is 200 even when nothing could be applied', async () => {
    const { status, body } = await bulk({ amount: 1, users: [{ username: 'nobody-at-all' }] })
    assert.deepEqual(
      [status, body.success, body.partial, body.processed_count, body.failed_count],
      [200, true, 1, 0, 1],
    )
  })

  it('asks a platform that does not answer once, and still does what needs no asking', async () => {
    const [a = '', b = '', c = ''] = nextViewers(3)
    await bulk({ amount: 1, users: [{ username: c }] })
    testApp.app.sandbox.failNext('twitch', 'timeout', 'findUser', limits.endOf)
    const { status, body } = await bulk({ amount: 2, users: [a, b, c].map((username) => ({ username })) })
    assert.equal(status, 200)
    assert.deepEqual(
      body.failed.map(({ username, code }: { username: string; code: string }) => [username, code]),
      [
        [a, 'platform_unavailable'],
        [b, 'platform_unavailable'],
      ],
    )
    assert.deepEqual([await minutesOf(c), await minutesOf(b)], [3, 0])
  })

  it('makes viewers the platform knows and we do not', async () => {
    const names = nextViewers(100)
    const { body } = await bulk({ amount: 2, users: names.map((username) => ({ username })) })
    assert.equal(body.processed_count, 100)
    assert.equal(await minutesOf(names[99] ?? ''), 2)
  })

  it('is refused whole when an entry is ill-typed, out of bounds or names nobody', async () => {
    const [name = ''] = nextViewers(1)
    const good = { username: name, amount: 5 }
    const wrong: [unknown, string][] = [
      [{ username: name, amount: '5' }, 'invalid_parameter'],
      [{ username: name, amount: 1.5 }, 'invalid_parameter'],
      [{ username: name, amount: -1 }, 'invalid_parameter'],
      [{ username: name, amount: 0 }, 'invalid_parameter'],
      [{ username: name, amount: 100_000_000 }, 'invalid_parameter'],
      [{ username: 5, amount: 5 }, 'invalid_parameter'],
      [{ username: 'x'.repeat(101), amount: 5 }, 'invalid_parameter'],
      [name, 'invalid_parameter'],
      [null, 'invalid_parameter'],
      [{ amount: 5 }, 'user_required'],
      [{ userid: ' ', username: '@', amount: 5 }, 'user_required'],
    ]
    for (const [entry, code] of wrong) {
      const { status, body } = await bulk({ users: [good, entry] })
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(entry))
      assert.match(body.error, /^users\[1\]/)
    }
    assert.equal(await minutesOf(name), 0)
  })

  it('is refused whole when the default amount or the list is out of bounds', async () => {
    const users = [{ username: 'alice', amount: 5 }]
    for (const body of [
      { amount: 0, users },
      { amount: -1, users },
      { users: [] },
      { users: Array.from({ length: 101 }, () => users[0]) },
      { users: undefined },
      { users, mode: undefined },
    ]) {
      assert.equal((await bulk(body)).status, 400)
    }
  })

  it('sets minutes to 0 where it is asked to', async () => {
    const names = nextViewers(2)
    await bulk({ amount: 9, users: names.map((username) => ({ username })) })
    const { body } = await bulk({
      mode: 'set',
      amount: 0,
      users: [{ username: names[0] }, { username: names[1], amount: 3 }],
    })
    assert.deepEqual(
      body.users.map(({ watch_time }: { watch_time: number }) => watch_time),
      [0, 3],
    )
  })
})
