import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('get-alpha-subscribers', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  const ids = (body: { subscribers: { id: number }[] }) => body.subscribers.map(({ id }) => id)

  it('lists those who subscribe to PlatformA now, in the order of their ids', async () => {
    await sandboxCall(app, 'subscribe', { platform: 'PlatformB', username: 'viewer1', tier: 1 })
    const { status, body } = await app.call('get-alpha-subscribers', '')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['success', 'total', 'limit', 'offset', 'include_expired', 'subscribers'])
    assert.deepEqual([body.total, body.limit, body.offset, body.include_expired], [4, 50, 0, 0])
    assert.deepEqual(ids(body), [1, 2, 3, 4])
    assert.deepEqual(body.subscribers[0], {
      id: 1,
      alpha_user_id: '10001',
      alpha_username: 'alice',
      alpha_displayname: 'Alice',
      subscription_type: 'self',
      tier: 1,
    })
  })

  for (const [words, total, shown] of [
    [[true, 1, '1', 'true'], 5, 1],
    [[false, 0, '0', 'false'], 4, 0],
  ] as const) {
    for (const include_expired of words) {
      it(`answers ${total} subscribers for include_expired ${JSON.stringify(include_expired)}`, async () => {
        const { body } = await app.call('get-alpha-subscribers', { include_expired })
        assert.deepEqual([body.total, body.subscribers.length, body.include_expired], [total, total, shown])
      })
    }
  }

  it('takes null and an empty text for include_expired as leaving it out', async () => {
    for (const include_expired of [null, '']) {
      const { body } = await app.call('get-alpha-subscribers', { include_expired })
      assert.equal(body.include_expired, 0)
    }
  })

  for (const include_expired of [2, -1, 'yes', 'TRUE', [], {}]) {
    it(`refuses include_expired ${JSON.stringify(include_expired)}`, async () => {
      const { status, body } = await app.call('get-alpha-subscribers', { include_expired }, { status: 400 })
      assert.equal(status, 400)
      assert.equal(body.code, 'invalid_parameter')
    })
  }

  it('pages with limit and offset, with the total of the whole list', async () => {
    const { body } = await app.call('get-alpha-subscribers', { limit: 2, offset: 1, include_expired: 1 })
    assert.deepEqual([body.total, body.limit, body.offset], [5, 2, 1])
    assert.deepEqual(ids(body), [2, 3])
    assert.deepEqual((await app.call('get-alpha-subscribers', { offset: 100 })).body.subscribers, [])
    for (const wrong of [{ limit: 0 }, { limit: 201 }, { offset: -1 }]) {
      assert.equal((await app.call('get-alpha-subscribers', wrong, { status: 400 })).status, 400)
    }
  })

  it('lets a subscription run out as time passes, and come back when it is renewed', async () => {
    clock.advance(13 * dayMs)
    const later = (await app.call('get-alpha-subscribers')).body
    assert.deepEqual([later.total, ids(later)], [3, [1, 2, 4]])
    await sandboxCall(app, 'subscribe', { platform: 'PlatformA', username: 'carol', tier: 1, months: 2 })
    const renewed = (await app.call('get-alpha-subscribers')).body
    assert.deepEqual([renewed.total, ids(renewed)], [4, [1, 2, 3, 4]])
    assert.equal(renewed.subscribers[2].subscription_type, 'self')
  })
})
