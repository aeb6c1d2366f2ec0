import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const rate = 20
const operation = 'adjust-watch-time-bulk'

describe('the checks come in their order', () => {
  let testApp: TestApp

  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  async function use(key: string, times: number): Promise<void> {
    for (let i = 0; i < times; i++) await testApp.call(operation, 'broken', { status: 400, key })
  }

  it('an unknown operation is 404, whatever else is wrong', async () => {
    const { status, body } = await testApp.call('no-such-operation', 'broken', { status: 404, key: null })
    assert.deepEqual([status, body.code], [404, 'unknown_operation'])
    assert.equal(body.error, 'There is no operation no-such-operation.')
  })

  it('a misspelt operation is 404 and names the one that was meant', async () => {
    const { body } = await testApp.call('get-pionts', {}, { status: 404, key: null })
    assert.equal(body.error, 'There is no operation get-pionts. Did you mean get-points?')
  })

  it('a wrong method is 404 and says what to use, whatever else is wrong', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${testApp.url}/v1/${operation}`, { method })
      const body = (await response.json()) as Record<string, unknown>
      assert.deepEqual(
        [response.status, body.code, body.error],
        [404, 'unknown_operation', `Use POST /v1/${operation}.`],
      )
    }
  })

  it('a missing key is 401 before the body is looked at', async () => {
    const { status, body } = await testApp.call(operation, 'broken', { status: 401, key: null })
    assert.deepEqual([status, body.code], [401, 'missing_key'])
  })

  it('a missing scope is 403 before the limit and the body are looked at', async () => {
    const { key } = await testApp.makeKey(['points:read'])
    for (let i = 0; i < rate + 2; i++) {
      const { status, body } = await testApp.call(operation, 'broken', { status: 403, key })
      assert.deepEqual([status, body.code, body.required_scope], [403, 'missing_scope', 'watchtime:write'])
    }
  })

  it('one call too many is 429 before the body is looked at', async () => {
    const { key } = await testApp.makeKey()
    await use(key, rate)
    const { status, body } = await testApp.call(operation, 'broken', { status: 429, key })
    assert.deepEqual([status, body.code], [429, 'rate_limited'])
  })

  it('a broken body is 400 before parameters, and parameters before the action', async () => {
    assert.equal((await testApp.call(operation, 'broken', { status: 400 })).body.code, 'invalid_json')
    const wrong = { mode: 'add', platform: 'PlatformX', users: [{ username: 'nobody-at-all' }], amount: 1 }
    assert.equal((await testApp.call(operation, wrong, { status: 400 })).body.code, 'invalid_parameter')
    const missing = { username: 'nobody-at-all', platform: 'PlatformA', amount: 1 }
    assert.equal((await testApp.call('add-points', missing, { status: 404 })).body.code, 'user_not_found')
  })

  it('every call with a working key counts, whatever its outcome', async () => {
    const { key } = await testApp.makeKey()
    const bodies = ['broken', '[]', '{}', { mode: 'add', platform: 'PlatformA', users: [{ username: 'x' }], amount: 1 }]
    let left = rate
    for (const sent of bodies) {
      const { headers } = await testApp.call(operation, sent, { status: 'any', key })
      assert.match(String(headers.get('ratelimit')), new RegExp(`;r=${--left};`))
    }
    const idempotent = await testApp.call(operation, '{}', {
      status: 400,
      key,
      headers: { 'Idempotency-Key': 'ä'.repeat(3) },
    })
    assert.equal(idempotent.status, 400)
    assert.match(String(idempotent.headers.get('ratelimit')), new RegExp(`;r=${--left};`))
  })

  it('a call that is refused with 429 does not count', async () => {
    const { key } = await testApp.makeKey()
    await use(key, rate)
    const first = await testApp.call(operation, {}, { status: 429, key })
    const later = await testApp.call(operation, {}, { status: 429, key })
    assert.ok(Number(later.headers.get('retry-after')) <= Number(first.headers.get('retry-after')))
  })

  it('the limit of one operation, or of one key, is not another’s', async () => {
    const { key } = await testApp.makeKey()
    await use(key, rate)
    assert.equal((await testApp.call('get-points-top', { platform: 'PlatformA' }, { key })).status, 200)
    const other = await testApp.makeKey()
    assert.equal((await testApp.call(operation, {}, { status: 400, key: other.key })).status, 400)
  })
})
