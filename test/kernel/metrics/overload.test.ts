import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOverload, refusedFromMs } from '../../../src/kernel/limits/overload.ts'
import { createLoopDelay } from '../../../src/kernel/metrics/loop-delay.ts'
import { createTestApp } from '../../create-test-app.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'

runsOn('sqlite', 'postgres')
isSlow('it keeps the event loop busy')

describe('a server that is late', () => {
  it('refuses reads first, actions on platforms next and ledger writes last', () => {
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

  it('tolerates one long delay', () => {
    const delay = createLoopDelay()
    delay.record(60_000)
    for (let look = 0; look < 3; look++) delay.record(5)
    assert.equal(createOverload(delay).refusal('none'), undefined)
  })

  it('notices that the event loop is blocked', async () => {
    const delay = createLoopDelay()
    delay.start()
    let isLoaded = true
    const load = () => {
      const until = performance.now() + 2 * refusedFromMs.none
      while (performance.now() < until);
      if (isLoaded) setTimeout(load, 1)
    }
    load()
    await eventually('the delay to last', () => delay.lastingMs >= refusedFromMs.none)
    isLoaded = false
    delay.close()
  })

  it('answers reads with 502, Retry-After and the failure body, takes points all the same, and recovers', async () => {
    const server = await createTestApp()
    const alice = { username: 'alice', platform: 'PlatformA' }
    try {
      for (let look = 0; look < 4; look++) server.loopDelay.record(refusedFromMs.none)
      const refused = await server.call('get-points', alice, { status: 502 })
      assert.equal(refused.body.code, 'overloaded')
      assert.equal(refused.headers.get('retry-after'), '1')
      await server.call('add-points', { ...alice, amount: 5 })
      server.loopDelay.record(0)
      await server.call('get-points', alice)
    } finally {
      await server.close()
    }
  })
})
