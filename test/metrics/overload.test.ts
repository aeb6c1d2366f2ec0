import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOverload, refusedFromMs } from '../../src/limits/overload.ts'
import { createLoopDelay } from '../../src/metrics/loop-delay.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'

describe('a server that is late', () => {
  it('refuses reads first, deeds on platforms next and ledger writes last', () => {
    const delay = createLoopDelay()
    const overload = createOverload(delay)
    const refused = () => (['none', 'outside', 'rows'] as const).filter((effect) => overload.refusal(effect))
    const stages = [
      [refusedFromMs.none - 1, []],
      [refusedFromMs.none, ['none']],
      [refusedFromMs.outside, ['none', 'outside']],
      [refusedFromMs.rows, ['none', 'outside', 'rows']],
    ] as const
    for (const [delayMs, expected] of stages) {
      for (let look = 0; look < 4; look++) delay.record(delayMs)
      assert.deepEqual(refused(), expected, `at ${delayMs} ms`)
    }
    delay.record(0)
    assert.deepEqual(refused(), [], 'one look in time and all is well again')
  })

  it('does not mind one long moment', () => {
    const delay = createLoopDelay()
    delay.record(60_000)
    for (let look = 0; look < 3; look++) delay.record(5)
    assert.equal(createOverload(delay).refusal('none'), undefined)
  })

  describe('under a load that does not let go', () => {
    let server: TestApp
    let isLoaded = false
    before(async () => {
      server = await createTestApp()
    })
    after(async () => {
      isLoaded = false
      await server?.close()
    })

    /** Holds the loop again and again, for longer than reads may wait and shorter than ledger writes may. */
    function load(): void {
      const until = performance.now() + refusedFromMs.none + 80
      while (performance.now() < until);
      if (isLoaded) setTimeout(load, 1)
    }

    it('answers reads with 502, Retry-After and the failure body, takes points all the same, and recovers', async () => {
      isLoaded = true
      load()
      await eventually(
        'a refused read',
        async () => {
          const answer = await server.call('get-points', { username: 'alice', platform: 'PlatformA' })
          if (answer.status === 200) return false
          assert.equal(answer.status, 502)
          assert.equal(answer.body.code, 'overloaded')
          assert.equal(answer.headers.get('retry-after'), '1')
          return true
        },
        20_000,
      )
      const added = await server.call('add-points', { username: 'alice', amount: 5, platform: 'PlatformA' })
      assert.equal(added.status, 200, JSON.stringify(added.body))
      isLoaded = false
      const stoppedAt = performance.now()
      await eventually(
        'reads again',
        async () => (await server.call('get-points', { username: 'alice', platform: 'PlatformA' })).status === 200,
      )
      assert.ok(performance.now() - stoppedAt < 5_000)
    })
  })
})
