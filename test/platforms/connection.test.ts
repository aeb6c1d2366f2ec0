import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { ConnectionStatus } from '../../src/definitions/connection-state.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { verbatim } from '../../src/kernel/text/message.ts'
import { createConnection, endingOf, refusedRetryMs } from '../../src/platforms/calls/connection.ts'
import { ServiceUnavailable } from '../../src/platforms/calls/http-client.ts'
import { scopesMissing } from '../../src/platforms/sign-in/account-failures.ts'
import { createStillClock } from '../test-clock.ts'

const timings = { firstRetryMs: 1_000, longestRetryMs: 60_000 }

function open(t: TestContext, random = () => 1) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = createStillClock()
  const reports: ConnectionStatus[] = []
  let attempts = 0
  const connection = createConnection({
    clock,
    timings,
    random,
    connect: () => attempts++,
    report: (status) => reports.push(status),
  })
  return {
    clock,
    connection,
    reports,
    attempts: () => attempts,
    last: () => reports.at(-1),
    pass(ms: number) {
      clock.pass(ms)
      t.mock.timers.tick(ms)
    },
  }
}

describe('a connection', () => {
  it('is connecting, then connected, then reconnecting at a time that is known', (t) => {
    const { clock, connection, reports, last, pass, attempts } = open(t)
    connection.start(verbatim('Connecting to it.'))
    connection.up(verbatim('It works.'))
    connection.down({ state: 'reconnecting', message: verbatim('It was cut.') })
    assert.deepEqual(
      reports.map(({ state, message, until }) => [state, String(message), until]),
      [
        ['connecting', 'Connecting to it.', null],
        ['connected', 'It works.', null],
        ['reconnecting', 'It was cut.', clock.now() + 1_000],
      ],
    )
    pass(999)
    assert.equal(attempts(), 1)
    pass(1)
    assert.deepEqual([attempts(), last()?.state], [2, 'connecting'])
  })

  it('waits longer after each failure in a row, never longer than the limit, and never gives up', (t) => {
    const { clock, connection, last, pass } = open(t)
    connection.start(verbatim(''))
    const waits = Array.from({ length: 9 }, () => {
      connection.down({ state: 'reconnecting', message: verbatim('') })
      const waitMs = (last()?.until ?? 0) - clock.now()
      pass(waitMs)
      return waitMs / 1_000
    })
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60])
    connection.up(verbatim(''))
    connection.down({ state: 'reconnecting', message: verbatim('') })
    assert.equal((last()?.until ?? 0) - clock.now(), 1_000, 'success starts over')
  })

  it('has jitter, so that many do not come back together', (t) => {
    const { clock, connection, last } = open(t, () => 0)
    connection.start(verbatim(''))
    connection.down({ state: 'reconnecting', message: verbatim('') })
    assert.equal((last()?.until ?? 0) - clock.now(), 500)
  })

  it('keeps to the pause that the service asks for, and keeps trying after a refusal', (t) => {
    const { clock, connection, last, pass, attempts } = open(t)
    connection.start(verbatim(''))
    connection.down({ state: 'rate_limited', message: verbatim('Slow down.'), waitMs: 30_000 })
    assert.deepEqual([last()?.state, (last()?.until ?? 0) - clock.now()], ['rate_limited', 30_000])
    pass(30_000)
    connection.down({ state: 'needs_sign_in', message: verbatim('Signed out.'), waitMs: refusedRetryMs })
    assert.deepEqual([last()?.state, last()?.until], ['needs_sign_in', null])
    pass(refusedRetryMs)
    assert.equal(attempts(), 3)
  })

  it('plans one attempt, whoever else reports the loss, and none once it is closed', (t) => {
    const { connection, reports, pass, attempts } = open(t)
    connection.start(verbatim(''))
    connection.down({ state: 'reconnecting', message: verbatim('first') })
    connection.down({ state: 'reconnecting', message: verbatim('second') })
    assert.equal(String(reports.at(-1)?.message), 'first')
    connection.close()
    pass(120_000)
    connection.down({ state: 'reconnecting', message: verbatim('late') })
    assert.deepEqual([attempts(), reports.length], [1, 2])
  })
})

describe('what an error says about a connection', () => {
  const owner = { channelId: 1, service: 'twitch', role: 'broadcaster' } as const
  const stateOf = (error: unknown) => {
    const { state, message, missing, waitMs } = endingOf(error, verbatim('It failed.'))
    return [state, String(message), missing, waitMs]
  }

  it('is what a person has to do, or until when to wait', () => {
    assert.deepEqual(endingOf(scopesMissing(owner, ['bits:read']), verbatim('')).missing, ['bits:read'])
    assert.equal(endingOf(scopesMissing(owner, ['bits:read']), verbatim('')).state, 'missing_permission')
    assert.equal(endingOf(new Failure('platform_reauth_required'), verbatim('')).state, 'needs_sign_in')
    const limited = new ServiceUnavailable({ message: verbatim('Slow.'), retryAfterSeconds: 7 }, { serviceStatus: 429 })
    assert.deepEqual(stateOf(limited), ['rate_limited', 'Slow.', undefined, 7_000])
    const quota = new Failure('platform_unavailable', { message: verbatim('Used up.'), retryAfterSeconds: 60 })
    assert.deepEqual(stateOf(quota), ['rate_limited', 'Used up.', undefined, 60_000])
  })

  it('is a retry for everything else, without the words of the error', () => {
    const paused = new ServiceUnavailable({ message: verbatim('Paused.'), retryAfterSeconds: 3 }, { isPaused: true })
    assert.deepEqual(stateOf(paused), ['reconnecting', 'Paused.', undefined, 3_000])
    assert.deepEqual(stateOf(new Error('ECONNREFUSED 10.0.0.1')), ['reconnecting', 'It failed.', undefined, undefined])
  })
})
