import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Showcaller, ShowcallerError, type ShowcallerOptions } from '../../sdk/showcaller.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { startFakeServer } from '../fakes/fake-server.ts'
import { freePort } from '../free-port.ts'

runsOn('sqlite', { because: 'it is about when the client tries again, which it does without knowing of engines' })
isSlow('it waits as long as the server asks before each retry')

const viewer = { username: 'alice', platform: 'PlatformA' } as const

async function failureOf(call: Promise<unknown>): Promise<ShowcallerError> {
  const error = await call.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ShowcallerError, String(error))
  return error
}

describe('a call of the SDK over a bad line', () => {
  let testApp: TestApp
  let line: Awaited<ReturnType<typeof startLine>>
  before(async () => {
    testApp = await createTestApp()
    line = await startLine(testApp.url)
  })
  beforeEach(() => line.reset())
  after(async () => {
    line.close()
    await testApp.close()
  })

  const connect = (more: Partial<ShowcallerOptions> = {}) =>
    new Showcaller({ url: line.url, key: testApp.key, ...more })

  async function points(): Promise<number> {
    return (await testApp.call('get-points', viewer)).body.points
  }

  async function chatLines(text: string): Promise<number> {
    const response = await fetch(`${testApp.url}/sandbox/v1/state`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testApp.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'PlatformA' }),
    })
    const { chat } = (await response.json()) as { chat: { text: string }[] }
    return chat.filter((one) => one.text === text).length
  }

  it('happens once though its answer was lost twice', async () => {
    const before = await points()
    line.lose(2)
    await connect().addPoints({ ...viewer, amount: 50 })
    assert.equal(line.arrived(), 3)
    assert.equal(await points(), before + 50)
  })

  it('says a line in chat once though its answer was lost', async () => {
    line.lose(1)
    const { message_id } = await connect().sendMessage({ message: 'Only once' })
    assert.equal(line.arrived(), 2)
    assert.notEqual(message_id, '')
    assert.equal(await chatLines('Only once'), 1)
  })

  it('happens once though the first answer never came', async () => {
    const before = await points()
    line.hold(1)
    await connect({ tryTimeoutMs: 300 }).addPoints({ ...viewer, amount: 7 })
    assert.ok(line.arrived() >= 2)
    assert.equal(await points(), before + 7)
  })

  it('can be made again later with the key of the one that failed, and still happens once', async () => {
    const before = await points()
    line.lose(Number.POSITIVE_INFINITY)
    const error = await failureOf(connect({ retry: false }).addPoints({ ...viewer, amount: 3 }))
    assert.equal(error.code, 'no_answer')
    assert.equal(error.status, undefined)
    line.reset()
    const { idempotencyKey } = error
    assert.ok(idempotencyKey)
    await connect().addPoints({ ...viewer, amount: 3 }, { idempotencyKey })
    assert.equal(await points(), before + 3)
  })

  it('is two calls when it is made twice', async () => {
    const before = await points()
    const show = connect()
    await Promise.all([show.addPoints({ ...viewer, amount: 1 }), show.addPoints({ ...viewer, amount: 1 })])
    assert.equal(await points(), before + 2)
  })

  it('is not made again where a person has to do something first', async () => {
    const error = await failureOf(connect().tts({ text: 'Nobody hears this' }))
    assert.equal(line.arrived(), 1)
    assert.deepEqual([error.code, error.status], ['overlay_not_connected', 502])
    assert.match(error.message, /^The overlay is not connected\./)
    assert.match(error.requestId ?? '', /^req_/)
    assert.equal(error.operation, 'tts')
    assert.equal(error.limit?.limit, 20)
  })

  it('reports every fault of its parameters', async () => {
    const error = await failureOf(connect().setPoints({ ...viewer, username: 'x'.repeat(101), amount: -1 }))
    assert.equal(error.code, 'invalid_parameter')
    assert.deepEqual(
      (error.body.details as { path: string }[]).map(({ path }) => path),
      ['username', 'amount'],
    )
  })

  it('fails at once when the limit is used up for longer than it has time, and reports the limit', async () => {
    const show = connect({ timeoutMs: 10_000 })
    for (let n = 0; n < 20; n++) await failureOf(show.clip({ duration: 1 }))
    const error = await failureOf(show.clip())
    assert.deepEqual([error.code, error.status], ['rate_limited', 429])
    assert.ok((error.retryAfterSeconds ?? 0) > 10, String(error.retryAfterSeconds))
    assert.deepEqual(error.limit, { limit: 20, remaining: 0, resetSeconds: error.retryAfterSeconds })
    assert.deepEqual(show.limits.get('clip'), error.limit)
    assert.equal(line.arrived(), 21)
  })
})

describe('a call of the SDK to a server that fails', () => {
  let answers: { status: number; body: unknown; headers?: Record<string, string> }[] = []
  let times: number[] = []
  let server: Awaited<ReturnType<typeof startFakeServer>>
  before(async () => {
    server = await startFakeServer(() => {
      times.push(performance.now())
      return answers.shift() ?? { status: 200, body: { success: true, points: 5 } }
    })
  })
  beforeEach(() => {
    answers = []
    times = []
    server.requests.length = 0
  })
  after(() => server.close())

  const connect = (more: Partial<ShowcallerOptions> = {}) => new Showcaller({ url: server.url, key: 'sc', ...more })
  const refusal = (status: number, code: string, headers = {}) => ({
    status,
    body: { success: false, error: 'Not now.', code, request_id: 'req_1' },
    headers: { 'X-Request-Id': 'req_1', ...headers },
  })

  it('waits as long as it is asked after 429, and asks again', async () => {
    answers = [refusal(429, 'rate_limited', { 'Retry-After': '1' })]
    const { points } = await connect().getPoints(viewer)
    assert.equal(points, 5)
    const [first = 0, second = 0] = times
    assert.ok(second - first >= 990, `${second - first} ms`)
  })

  it('asks again when the server says that waiting helps, and when a proxy has nobody behind it', async () => {
    answers = [
      refusal(502, 'overloaded', { 'Retry-After': '0' }),
      { status: 503, body: '<h1>No server is available</h1>' },
      { status: 502, body: undefined },
    ]
    await connect().getPoints(viewer)
    assert.equal(times.length, 4)
  })

  it('asks again when the answer broke off', async () => {
    server.plan('cut')
    await connect().getPoints(viewer)
    assert.equal(server.requests.length, 2)
  })

  it('does not take the word of somebody else for an answer', async () => {
    answers = [{ status: 200, body: '<h1>Welcome to my router</h1>' }]
    const error = await failureOf(connect().getPoints(viewer))
    assert.deepEqual([error.code, error.status, times.length], ['not_showcaller', 200, 1])
    server.plan('redirect')
    const redirected = await failureOf(connect().getPoints(viewer))
    assert.deepEqual([redirected.code, redirected.status], ['not_showcaller', 307])
    assert.equal(server.count(/elsewhere/), 0, 'the key goes nowhere else')
  })

  it('asks once where retries are switched off', async () => {
    answers = [refusal(502, 'overloaded', { 'Retry-After': '0' })]
    const error = await failureOf(connect({ retry: false }).getPoints(viewer))
    assert.deepEqual([error.code, error.requestId, times.length], ['overloaded', 'req_1', 1])
  })

  it('ends in time when nobody answers', async () => {
    server.plan('hang', { times: Number.POSITIVE_INFINITY, on: /list-effects/ })
    const error = await within('the call to end', failureOf(connect().listEffects({ timeoutMs: 300 })))
    assert.equal(error.code, 'timed_out')
  })

  it('is made again when there is no answer to the first in time', async () => {
    server.plan('hang', { times: Number.POSITIVE_INFINITY, on: /list-effects/ })
    const controller = new AbortController()
    const calling = connect({ tryTimeoutMs: 100 }).listEffects({ timeoutMs: 600_000, signal: controller.signal })
    const given = assert.rejects(calling, /enough/)
    await eventually('it asked more than once', () => server.requests.length > 1)
    controller.abort(new Error('enough'))
    await given
  })

  it('is given up with the reason of its signal, while asking and while waiting', async () => {
    const show = connect()
    const reason = new Error('The button was let go.')
    async function giveUp(isUnderWay: () => boolean): Promise<void> {
      const controller = new AbortController()
      const given = assert.rejects(show.getPoints(viewer, { signal: controller.signal }), reason)
      await eventually('the call is under way', async () => isUnderWay())
      controller.abort(reason)
      await given
    }
    server.plan('hang')
    await giveUp(() => server.requests.length === 1)
    const limit = { 'RateLimit-Policy': '"get-points";q=120;w=60', RateLimit: '"get-points";r=0;t=30' }
    answers = [refusal(429, 'rate_limited', { 'Retry-After': '30', ...limit })]
    await giveUp(() => show.limits.has('get-points'))
    await assert.rejects(show.getPoints(viewer, { signal: AbortSignal.abort(reason) }), reason)
    assert.equal(server.requests.length, 2)
  })

  it('says that nobody is there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    // Without a retry: the last one may begin so late that it has no time left, which is another error.
    const error = await failureOf(new Showcaller({ url, key: 'sc', retry: false }).getPoints(viewer))
    assert.equal(error.code, 'no_answer')
    assert.ok(error.message.startsWith(url))
    assert.ok(error.cause instanceof Error)
  })

  it('is refused before it is made when it could not be sent', async () => {
    assert.throws(() => new Showcaller({ url: server.url, key: process.env.NO_SUCH_KEY }), /^TypeError: key is missing/)
    assert.throws(() => new Showcaller({ url: 'my server', key: 'sc' }), TypeError)
    await assert.rejects(connect().startSong({ idempotencyKey: 'two\nlines' }), TypeError)
    assert.equal(server.requests.length, 0)
  })
})

/** Stands between client and server: passes every call on, and loses or keeps answers on order. */
async function startLine(to: string) {
  let toLose = 0
  let toHold = 0
  let arrived = 0
  const server = createServer(async (req, res) => {
    arrived++
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const headers = new Headers()
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      const value = req.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const answer = await fetch(`${to}${req.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) })
    const text = await answer.text()
    if (toLose-- > 0) res.destroy()
    else if (toHold-- <= 0) res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => arrived,
    lose(count: number) {
      toLose = count
    },
    hold(count: number) {
      toHold = count
    },
    reset() {
      toLose = toHold = arrived = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
