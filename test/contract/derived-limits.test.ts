import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Scope } from '../../src/kernel/operation/contract/scopes.ts'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { hasLongVersion, isLongRun, isSlow, runsOn } from '../declare.ts'
import { minuteMs } from '../test-clock.ts'
import { createObserver, type Observer } from './derived-calls.ts'

runsOn('sqlite', { because: 'calls are counted in memory, or by Redis, and a refused call does not reach the storage' })
isSlow('operations are called beyond their limits')
hasLongVersion('every operation, instead of every third')

/** Stands still, so that what an answer says about a limit can be compared letter by letter. */
function createStillClock() {
  let steady = 0
  return {
    now: () => 1_800_000_000_000 + steady,
    steady: () => steady,
    advance(ms: number): void {
      steady += ms
    },
  }
}

describe('the limit of every operation', () => {
  const clock = createStillClock()
  let testApp: TestApp
  let observer: Observer
  /** By scope: a key with this one alone. Made at first, since to make one writes rows. */
  const keyWith = new Map<Scope, string>()
  before(async () => {
    testApp = await createTestApp({ clock })
    for (const scope of new Set(operations.map((operation) => operation.scope))) {
      keyWith.set(scope, (await testApp.makeKey([scope])).key)
    }
    observer = await createObserver(testApp)
  })
  after(async () => {
    await observer.close()
    await testApp.close()
  })
  beforeEach(() => clock.advance(minuteMs))

  const tried = operations.filter((_, at) => isLongRun || at % 3 === 0)
  for (const { name, scope, ratePerMinute, example } of tried) {
    it(`${name} is allowed ${ratePerMinute} times a minute, and one more is 429`, async () => {
      const key = keyWith.get(scope) ?? ''
      const before = await observer.snapshot()
      // What is wrong with a call is found out after it was counted, so these leave nothing behind.
      for (let left = ratePerMinute - 1; left >= 0; left--) {
        const { status, headers } = await testApp.call(name, 'broken', { status: 400, key })
        assert.equal(status, 400)
        assert.equal(headers.get('ratelimit'), `"${name}";r=${left};t=60`)
        assert.equal(headers.get('retry-after'), null)
      }
      for (const secondsLater of [0, 18]) {
        clock.advance(secondsLater * 1000)
        const { status, headers, body } = await testApp.call(name, example.input, { status: 429, key })
        assert.deepEqual([status, body.code], [429, 'rate_limited'])
        assert.equal(headers.get('ratelimit'), `"${name}";r=0;t=${60 - secondsLater}`)
        assert.equal(headers.get('ratelimit-policy'), `"${name}";q=${ratePerMinute};w=60`)
        assert.equal(headers.get('retry-after'), String(60 - secondsLater))
      }
      assert.deepEqual(await observer.snapshot(), before)
      clock.advance(42_000)
      assert.equal((await testApp.call(name, 'broken', { status: 400, key })).status, 400)
    })
  }
})
