import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { createTestClock, minuteMs, type TestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const platform = 'PlatformC'

describe('watch time', () => {
  let testApp: TestApp
  let clock: TestClock
  let counter = 0
  before(async () => {
    clock = createTestClock()
    testApp = await createTestApp({ clock })
  })
  after(() => testApp.close())
  beforeEach(() => clock.advance(minuteMs))

  function nextViewer(): string {
    return `viewer${++counter}`
  }
  async function adjust(username: string, mode: string, amount: number, day?: string) {
    return testApp.call('adjust-watch-time', { username, mode, amount, day, platform }, { status: 'any' })
  }
  async function minutesOf(username: string, span: object = {}): Promise<number> {
    const { status, body } = await testApp.call('get-watch-time', { username, platform, ...span })
    assert.equal(status, 200, body.error)
    return body.watch_time
  }

  it('is added, removed and set on a day, and the answer reports that day’s minutes', async () => {
    const username = nextViewer()
    const day = '2026-01-15'
    const steps: [string, number, number][] = [
      ['add', 30, 30],
      ['add', 12, 42],
      ['remove', 2, 40],
      ['set', 7, 7],
      ['remove', 99_999_999, 0],
      ['set', 0, 0],
      ['set', 99_999_999, 99_999_999],
    ]
    let before = 0
    for (const [mode, amount, left] of steps) {
      const { body } = await adjust(username, mode, amount, day)
      assert.deepEqual(body, {
        success: true,
        platform,
        user_id: body.user_id,
        username,
        displayname: `V${username.slice(1)}`,
        mode,
        amount,
        amount_unit: 'minute',
        day,
        used_fallback_day: 0,
        watch_time: left,
        changed: left - before,
        watch_time_total: left,
        watch_time_unit: 'minute',
      })
      before = left
    }
  })

  it('without a day goes to an old one, so that the total rises and today stays as it is', async () => {
    const username = nextViewer()
    const { body } = await adjust(username, 'add', 25)
    assert.deepEqual([body.day, body.used_fallback_day, body.watch_time], ['2000-01-01', 1, 25])
    assert.equal(await minutesOf(username), 25)
    assert.equal(await minutesOf(username, { day: new Date(clock.now()).toISOString().slice(0, 10) }), 0)
    assert.equal(await minutesOf(username, { day: '2000-01-01' }), 25)
    const named = await adjust(username, 'add', 5, '2000-01-01')
    assert.deepEqual([named.body.used_fallback_day, named.body.watch_time], [0, 30])
  })

  it('shows by how much it changed the day and what all days add up to', async () => {
    const username = nextViewer()
    await adjust(username, 'add', 40, '2026-01-15')
    const { body: removed } = await adjust(username, 'remove', 10)
    assert.deepEqual([removed.watch_time, removed.changed, removed.watch_time_total], [0, 0, 40])
    const { body: set } = await adjust(username, 'set', 5)
    assert.deepEqual([set.watch_time, set.changed, set.watch_time_total], [5, 5, 45])
    const { body: bulk } = await testApp.call('adjust-watch-time-bulk', {
      mode: 'remove',
      amount: 15,
      day: '2026-01-15',
      users: [{ username }],
      platform,
    })
    const [entry] = bulk.users
    assert.deepEqual([entry.watch_time, entry.changed, entry.watch_time_total], [25, -15, 30])
  })

  it('needs at least one minute to add or remove, and none to set', async () => {
    const username = nextViewer()
    for (const mode of ['add', 'remove']) {
      const { status, body } = await adjust(username, mode, 0, '2026-01-15')
      assert.deepEqual(
        [status, body.code, body.error],
        [400, 'invalid_parameter', `amount must be at least 1 to ${mode}.`],
      )
    }
    assert.equal((await adjust(username, 'set', 0, '2026-01-15')).status, 200)
    assert.equal((await adjust(username, 'add', 1.5, '2026-01-15')).status, 400)
    assert.equal((await adjust(username, 'add', 100_000_000, '2026-01-15')).status, 400)
    assert.equal((await adjust(username, 'double', 1, '2026-01-15')).status, 400)
  })

  it('takes any real day, past or to come, and no other', async () => {
    const username = nextViewer()
    for (const day of ['0001-01-01', '2024-02-29', '9999-12-31']) {
      assert.equal((await adjust(username, 'add', 1, day)).status, 200, day)
      assert.equal(await minutesOf(username, { day }), 1)
    }
    for (const day of ['2026-02-30', '2025-02-29', '0000-01-01', '2026-1-1', 'today']) {
      assert.equal((await adjust(username, 'add', 1, day)).status, 400, day)
    }
    assert.equal(await minutesOf(username), 3)
  })

  it('is read for all time, for a day or for a range with both its ends, and says which', async () => {
    const username = nextViewer()
    for (const [day, amount] of [
      ['2026-01-31', 1],
      ['2026-02-01', 2],
      ['2026-02-02', 4],
    ] as const) {
      await adjust(username, 'add', amount, day)
    }
    const read = async (span: object) => {
      const { body } = await testApp.call('get-watch-time', { username, platform, ...span })
      const { watch_time, query_mode, day, date_from, date_to, watch_time_unit, message_count } = body
      assert.deepEqual([watch_time_unit, message_count], ['minute', 0])
      return [query_mode, watch_time, day, date_from, date_to]
    }
    assert.deepEqual(await read({}), ['all', 7, null, null, null])
    assert.deepEqual(await read({ day: '2026-02-01' }), ['day', 2, '2026-02-01', null, null])
    const range = { date_from: '2026-01-31', date_to: '2026-02-01' }
    assert.deepEqual(await read(range), ['range', 3, null, '2026-01-31', '2026-02-01'])
    const oneDay = { date_from: '2026-02-02', date_to: '2026-02-02' }
    assert.deepEqual(await read(oneDay), ['range', 4, null, '2026-02-02', '2026-02-02'])
  })

  it('is not read for half a range, a reversed one, or a day and a range at once', async () => {
    const wrong = [
      [{ date_from: '2026-01-01' }, 'date_to is required with date_from.'],
      [{ date_to: '2026-01-01' }, 'date_from is required with date_to.'],
      [{ date_from: '2026-01-02', date_to: '2026-01-01' }, 'date_from must not be after date_to.'],
      [{ day: '2026-01-01', date_from: '2026-01-01', date_to: '2026-01-02' }, 'day cannot be combined with a range.'],
      [{ day: '2026-01-01', date_to: '2026-01-02' }, 'day cannot be combined with a range.'],
    ] as const
    for (const [span, error] of wrong) {
      for (const operation of ['get-watch-time', 'get-watch-time-top']) {
        const { status, body } = await testApp.call(
          operation,
          { username: 'alice', platform, ...span },
          { status: 400 },
        )
        assert.deepEqual([status, body.code, body.error], [400, 'invalid_parameter', error])
      }
    }
  })

  it('of one viewer never passes what a number can hold, and a refused change changes nothing', async () => {
    const username = nextViewer()
    const { ctx, channel, cause } = testApp
    const viewer = await ctx.viewers.get(channel, 'youtube', { username })
    const big = { mode: 'set', amount: Number.MAX_SAFE_INTEGER - 5, day: '2026-01-01' } as const
    await ctx.db.write((tx) => ctx.watchTime.adjust(tx, cause, viewer, big))
    assert.equal((await adjust(username, 'add', 6, '2026-01-02')).status, 400)
    assert.equal(await minutesOf(username, { day: '2026-01-02' }), 0)
    assert.equal((await adjust(username, 'add', 5, '2026-01-02')).status, 200)
    assert.equal(await minutesOf(username), Number.MAX_SAFE_INTEGER)
  })

  it('follows the same lookup as points, and 404 for nobody', async () => {
    const { body } = await testApp.call('adjust-watch-time', { userid: '10030', mode: 'add', amount: 1, platform })
    assert.equal(body.user_id, '30030')
    assert.equal((await adjust('nobody-at-all', 'add', 1)).body.code, 'user_not_found')
    assert.equal((await adjust('', 'add', 1)).body.code, 'user_required')
  })

  it('changed by a hundred calls at once loses none of them', async () => {
    const username = nextViewer()
    const keys = await Promise.all([testApp.makeKey(), testApp.makeKey()])
    const calls = Array.from({ length: 100 }, (_, index) =>
      testApp.call(
        'adjust-watch-time',
        { username, mode: 'add', amount: 1, day: `2026-03-0${1 + (index % 5)}`, platform },
        { key: keys[index % 2]?.key ?? '' },
      ),
    )
    assert.deepEqual([...new Set((await Promise.all(calls)).map(({ status }) => status))], [200])
    assert.equal(await minutesOf(username), 100)
    assert.equal(await minutesOf(username, { day: '2026-03-03' }), 20)
  })
})
