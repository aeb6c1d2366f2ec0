import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { createHttpClient } from '../../src/platforms/calls/http-client.ts'
import type { HttpRequest } from '../../src/platforms/calls/http-exchange.ts'
import { eventually, within } from '../eventually.ts'
import { type FakeAnswer, type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { createTimeLimits } from './time-limits.ts'

describe('the way out to services', () => {
  let server: FakeServer
  let clock: TestClock
  let answers: FakeAnswer[]
  let client: ReturnType<typeof createHttpClient>
  beforeEach(async () => {
    answers = []
    server = await startFakeServer(() => answers.shift() ?? { status: 200, body: { fine: true } })
    clock = createTestClock()
    client = createHttpClient({ clock, retryMs: 5 })
  })
  afterEach(() => server.close())

  /** The time of a call that gets no answer is over once it has arrived. */
  const beHasty = () => {
    const limits = createTimeLimits()
    server.onHang(limits.end)
    client = createHttpClient({ clock, timeLimit: limits.start, retryMs: 5 })
  }
  const patience = () => AbortSignal.timeout(60_000)
  const send = (more: Partial<HttpRequest> = {}, signal = patience()) =>
    client.send(
      { service: 'twitch', account: 'a', method: 'GET', url: new URL(`${server.url}/thing`), ...more },
      signal,
    )
  const failing = async (more: Partial<HttpRequest> = {}): Promise<Failure> => {
    const failure = await send(more).then(
      () => assert.fail('it was answered'),
      (error: unknown) => error,
    )
    assert.ok(failure instanceof Failure && failure.code === 'platform_unavailable', String(failure))
    return failure
  }

  it('sends JSON and forms as such, and reads JSON', async () => {
    await send({ method: 'POST', json: { a: 'ü' } })
    await send({ method: 'POST', form: { a: 'x y&z' } })
    const { status, body } = await send()
    assert.deepEqual([status, body], [200, { fine: true }])
    const [json, form, none] = server.requests
    assert.deepEqual([json?.headers['content-type'], json?.text], ['application/json', '{"a":"ü"}'])
    assert.deepEqual([form?.headers['content-type'], form?.text], ['application/x-www-form-urlencoded', 'a=x+y%26z'])
    assert.deepEqual([none?.headers['content-type'], none?.text], [undefined, ''])
  })

  it('leaves a refusal to whoever asked, even one that is no JSON', async () => {
    answers.push({ status: 404, body: { message: 'no' } }, { status: 204 })
    assert.deepEqual(await send(), { status: 404, body: { message: 'no' } })
    assert.deepEqual(await send(), { status: 204, body: undefined })
  })

  it('takes a success for what it is where its body is not needed, whatever the body is', async () => {
    const command = { method: 'PUT', ignoresBody: true } as const
    for (const text of ['oPClBVDzidwlAlSqmFF-zKNO62E', 'OK', '', '{"half":', '<html>', 'null']) {
      answers.push({ status: 200, text })
      assert.deepEqual(await send(command), { status: 200, body: undefined }, text)
    }
    for (const fault of ['malformed', 'huge', 'cut'] as const) {
      server.plan(fault)
      assert.deepEqual(await send(command), { status: 200, body: undefined }, fault)
    }
    answers.push({ status: 403, body: { message: 'no' } })
    assert.deepEqual(await send(command), { status: 403, body: { message: 'no' } }, 'a refusal is still read')
    server.plan('500')
    assert.equal((await failing(command)).mayHaveHappened, true)
  })

  it('reads a second and a third time, and no more', async () => {
    server.plan('500', { times: 2 })
    assert.equal((await send()).status, 200)
    assert.equal(server.requests.length, 3)
    server.plan('503', { times: 3 })
    await failing()
    assert.equal(server.requests.length, 6)
  })

  it('reads again after a short pause that the service asks for, but not after a long one', async () => {
    answers.push({ status: 429, headers: { 'Retry-After': '1' } })
    const start = performance.now()
    assert.equal((await createHttpClient({ clock }).send({ ...request(), method: 'GET' }, patience())).status, 200)
    assert.ok(performance.now() - start >= 990)
    answers.push({ status: 429, headers: { 'Retry-After': '3' } })
    assert.equal((await failing()).retryAfterSeconds, 3)
    assert.equal(server.requests.length, 3)
  })

  it('understands a date to wait for', async () => {
    const startedAt = Date.now()
    answers.push({ status: 429, headers: { 'Retry-After': new Date(startedAt + 20_000).toUTCString() } })
    const { retryAfterSeconds = 0 } = await failing()
    const least = 18 - (Date.now() - startedAt) / 1000
    assert.ok(retryAfterSeconds >= least && retryAfterSeconds <= 21, String(retryAfterSeconds))
  })

  it('stays away as long as it is asked to, and never longer than five minutes', async () => {
    answers.push({ status: 429, headers: { 'Retry-After': '86400' } })
    await failing({ method: 'POST' })
    await failing()
    assert.equal(server.requests.length, 1)
    clock.advance(299_000)
    await failing()
    assert.equal(server.requests.length, 1)
    clock.advance(2_000)
    assert.equal((await send()).status, 200)
  })

  it('does an action once only, and says when it may have been done', async () => {
    for (const [fault, mayHaveHappened] of [
      ['500', true],
      ['503', false],
      ['cut', true],
      ['malformed', true],
      ['huge', true],
      ['redirect', true],
      ['hang', true],
    ] as const) {
      const before = server.requests.length
      server.plan(fault)
      if (fault === 'hang') beHasty()
      assert.equal((await failing({ method: 'POST', account: fault })).mayHaveHappened, mayHaveHappened, fault)
      assert.equal(server.requests.length, before + 1, fault)
    }
    const gone = await startFakeServer(() => ({ status: 200 }))
    await gone.close()
    const nowhere = new URL(gone.url)
    assert.equal((await failing({ method: 'POST', url: nowhere })).mayHaveHappened, false)
  })

  it('says that nothing happened where nothing can have', async () => {
    beHasty()
    server.plan('hang')
    assert.equal((await failing()).mayHaveHappened, false)
    server.plan('hang')
    assert.equal((await failing({ method: 'POST', hasSideEffects: false })).mayHaveHappened, false)
  })

  it('stops at the first of two limits of time', async () => {
    client = createHttpClient({ clock, timeoutMs: 50, retryMs: 5 })
    server.plan('hang', { times: Number.POSITIVE_INFINITY })
    await within('its own limit to end the call', failing())
    client = createHttpClient({ clock, timeoutMs: 600_000, retryMs: 5 })
    const given = assert.rejects(send({}, AbortSignal.timeout(50)), { code: 'platform_unavailable' })
    await within('the limit of the caller to end the call', given)
  })

  it('waits ten seconds for an answer, unless the caller gives another limit', async () => {
    const limits: number[] = []
    const timeLimit = (milliseconds: number) => {
      limits.push(milliseconds)
      return new AbortController().signal
    }
    const request = { service: 'twitch', account: 'a', method: 'GET', url: new URL(server.url) } as const
    await createHttpClient({ clock, timeLimit }).send(request, new AbortController().signal)
    assert.deepEqual(limits, [10_000])
  })

  it('rests after five failures in a row, lets one go first after ten seconds, and then everyone', async () => {
    server.plan('500', { times: 5 })
    for (let count = 0; count < 5; count++) await failing({ method: 'POST' })
    assert.equal((await failing({ method: 'POST' })).retryAfterSeconds, 10)
    assert.equal((await send({ account: 'b' })).status, 200)
    assert.equal(server.requests.length, 6)

    clock.advance(10_000)
    server.plan('500')
    await failing({ method: 'POST' })
    const { retryAfterSeconds = 0 } = await failing({ method: 'POST' })
    assert.equal(server.requests.length, 7)
    assert.ok(retryAfterSeconds >= 10 && retryAfterSeconds <= 20, 'longer while it keeps failing, by chance')

    clock.advance(20_000)
    server.plan('slow')
    const first = send({ method: 'POST' })
    await failing({ method: 'POST' })
    assert.equal((await first).status, 200)
    const all = await Promise.all([send(), send(), send()])
    assert.deepEqual(
      all.map(({ status }) => status),
      [200, 200, 200],
    )
  })

  it('does not hold it against a service that a caller gave up', async () => {
    for (let count = 0; count < 6; count++) {
      const given = new AbortController()
      server.plan('hang')
      const sending = send({}, given.signal)
      await eventually('it was asked', async () => server.requests.length > count)
      given.abort(new Error('closing'))
      await assert.rejects(sending)
    }
    assert.equal((await send()).status, 200)
  })

  it('keeps what it sends out of its errors', async () => {
    const secret = 'canary with a line\nbreak'
    const failure = await failing({
      headers: { Authorization: `Bearer ${secret}` },
      url: new URL(`${server.url}/x?token=canary`),
    })
    const visible = [
      failure.message,
      failure.stack,
      String((failure.cause as Error).stack),
      (failure.cause as Error).message,
    ]
    assert.ok(!visible.join().includes('canary'), visible.join())
  })

  function request() {
    return { service: 'twitch', account: 'c', url: new URL(`${server.url}/thing`) } as const
  }
})
