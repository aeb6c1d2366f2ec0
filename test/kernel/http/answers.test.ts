import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { leavesPostgresToLongRun, runsOn } from '../../declare.ts'
import { parseAnswers, sendRaw } from './raw-request.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about HTTP, and what it calls is stored on both engines elsewhere')

const operation = 'get-points-top'
const good = { platform: 'PlatformA' }

describe('every answer', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  it('that is a success has success first, and no field of a failure', async () => {
    const { status, body } = await testApp.call(operation, good)
    assert.equal(status, 200)
    assert.equal(Object.keys(body)[0], 'success')
    assert.equal(body.success, true)
    for (const field of ['error', 'code', 'request_id']) assert.ok(!(field in body))
  })

  it('that is a failure has its four fields, and details only when several parameters are wrong', async () => {
    const one = await testApp.call(operation, {}, { status: 400 })
    assert.deepEqual(Object.keys(one.body), ['success', 'error', 'code', 'request_id'])
    const several = await testApp.call(operation, { limit: 0, offset: -1 }, { status: 400 })
    assert.deepEqual(Object.keys(several.body), ['success', 'error', 'code', 'request_id', 'details'])
    assert.deepEqual(
      several.body.details.map(({ path }: { path: string }) => path),
      ['limit', 'offset', 'platform'],
    )
    assert.equal(several.body.error, several.body.details[0].message)
  })

  it('has a request id: the caller’s own when it is sane, ours otherwise', async () => {
    for (const own of ['abc', 'a.b:c-d_9', 'x'.repeat(100)]) {
      const { headers } = await testApp.call(operation, good, { headers: { 'X-Request-Id': own } })
      assert.equal(headers.get('x-request-id'), own)
    }
    for (const own of ['', 'a b', 'x'.repeat(101), 'ä', '<b>', 'a,b', 'a"b']) {
      const { headers } = await testApp.call(operation, good, { headers: { 'X-Request-Id': own } })
      assert.match(String(headers.get('x-request-id')), /^req_[0-9a-f]{20}$/)
    }
  })

  it('that is a failure repeats that id in its body', async () => {
    const own = await testApp.call(operation, {}, { status: 400, headers: { 'X-Request-Id': 'mine-1' } })
    assert.equal(own.body.request_id, 'mine-1')
    const ours = await testApp.call('nothing-here', {}, { status: 404 })
    assert.equal(ours.body.request_id, ours.headers.get('x-request-id'))
  })

  it('has an id that no other has', async () => {
    const { key } = await testApp.makeKey()
    const ids = await Promise.all(
      Array.from({ length: 80 }, async () => {
        const { headers } = await testApp.call(operation, {}, { status: 400, key })
        return headers.get('x-request-id')
      }),
    )
    assert.equal(new Set(ids).size, ids.length)
  })

  it('reports the limit and how much is left, once the key is known', async () => {
    const { key } = await testApp.makeKey()
    const first = await testApp.call(operation, good, { key })
    assert.equal(first.headers.get('ratelimit-policy'), `"${operation}";q=90;w=60`)
    assert.equal(first.headers.get('ratelimit'), `"${operation}";r=89;t=60`)
    const second = await testApp.call(operation, {}, { status: 400, key })
    assert.match(String(second.headers.get('ratelimit')), /^"get-points-top";r=88;t=(60|59)$/)
    const strange = await testApp.call(operation, good, { status: 401, key: null })
    assert.equal(strange.headers.get('ratelimit'), null)
    assert.equal(strange.headers.get('ratelimit-policy'), null)
  })

  it('of 401 says how to authenticate', async () => {
    const { headers } = await testApp.call(operation, good, { status: 401, key: null })
    assert.equal(headers.get('www-authenticate'), 'Bearer')
    assert.equal((await testApp.call(operation, good)).headers.get('www-authenticate'), null)
  })

  it('is not for browsers of other sites, nor for caches', async () => {
    const origin = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' }
    const answers = [
      await testApp.call(operation, good, { headers: origin }),
      await testApp.call(operation, good, { status: 401, key: null, headers: origin }),
      { headers: (await fetch(`${testApp.url}/v1/${operation}`, { method: 'OPTIONS', headers: origin })).headers },
    ]
    for (const { headers } of answers) {
      assert.deepEqual(
        [...headers.keys()].filter((name) => name.startsWith('access-control')),
        [],
      )
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })

  it('comes in the order of the calls when several are sent at once down one connection', async () => {
    const { key } = await testApp.makeKey()
    const call = (name: string, more: string) =>
      `POST /v1/${name} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nX-Request-Id: ${name}\r\n${more}`
    const body = '{"platform":"PlatformA","username":"bob","amount":1}'
    const withBody = `Content-Length: ${body.length}\r\n`
    const sent = [
      call('add-points', `${withBody}\r\n${body}`),
      call('list-effects', 'Content-Length: 0\r\n\r\n'),
      call('nothing-here', `${withBody}\r\n${body}`),
      call('get-points', `${withBody}Connection: close\r\n\r\n${body}`),
    ]
    const answers = parseAnswers(await sendRaw(testApp.port, sent.join('')))
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['x-request-id']]),
      [
        [200, 'add-points'],
        [200, 'list-effects'],
        [404, 'nothing-here'],
        [200, 'get-points'],
      ],
    )
  })

  it('is the same with a query in the address, which means nothing', async () => {
    const { key } = await testApp.makeKey()
    assert.equal((await testApp.call(`${operation}?platform=PlatformX&limit=0`, good, { key })).status, 200)
  })

  it('leaves the connection open for the next call, also after an early refusal of a call with a body', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let sockets = 0
    const post = (headers: Record<string, string>, body: string) =>
      new Promise<number>((resolve, reject) => {
        const req = request(
          { agent, port: testApp.port, host: '127.0.0.1', method: 'POST', path: `/v1/${operation}`, headers },
          (res) => {
            res.resume()
            res.on('end', () => resolve(res.statusCode ?? 0))
          },
        )
        req.on('socket', (socket) => {
          if (socket.connecting) sockets++
        })
        req.on('error', reject)
        req.end(body)
      })
    const { key } = await testApp.makeKey()
    const authorization = { Authorization: `Bearer ${key}` }
    const large = JSON.stringify({ ...good, note: 'x'.repeat(100_000) })
    assert.equal(await post({}, large), 401)
    assert.equal(await post({ Authorization: 'Bearer wrong' }, large), 401)
    assert.equal(await post(authorization, JSON.stringify(good)), 200)
    assert.equal(await post(authorization, 'x'.repeat(300_000)), 400)
    assert.equal(await post(authorization, JSON.stringify(good)), 200)
    assert.equal(sockets, 1)
    agent.destroy()
  })
})
