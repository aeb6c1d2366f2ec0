import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConcurrencyLimit } from '../../../src/kernel/limits/concurrency.ts'
import { createMemoryLimiter } from '../../../src/kernel/limits/limiter.ts'
import { createStillClock } from '../../test-clock.ts'
import * as fc from '../../tools/fast-check.ts'

const windowMs = 60_000

describe('the rate limit', () => {
  it('allows a full burst and not one more', () => {
    const limiter = createMemoryLimiter(createStillClock())
    for (let left = 19; left >= 0; left--) {
      assert.deepEqual(limiter.take('a', 20), { allowed: true, remaining: left, resetSeconds: 60 })
    }
    assert.deepEqual(limiter.take('a', 20), { allowed: false, remaining: 0, resetSeconds: 60 })
  })

  it('opens exactly 60 s after the oldest call, for one call', () => {
    const clock = createStillClock()
    const limiter = createMemoryLimiter(clock)
    limiter.take('a', 2)
    clock.pass(10_000)
    limiter.take('a', 2)
    clock.pass(49_999)
    assert.deepEqual(limiter.take('a', 2), { allowed: false, remaining: 0, resetSeconds: 1 })
    clock.pass(1)
    assert.equal(limiter.take('a', 2).allowed, true)
    assert.deepEqual(limiter.take('a', 2), { allowed: false, remaining: 0, resetSeconds: 10 })
  })

  it('never announces more than a minute, however the fractions of a millisecond round', () => {
    const clock = createStillClock()
    const limiter = createMemoryLimiter({ ...clock, steady: () => 7298.554810094627 })
    assert.equal(limiter.take('a', 1).resetSeconds, 60)
  })

  it('does not count what it refused', () => {
    const clock = createStillClock()
    const limiter = createMemoryLimiter(clock)
    limiter.take('a', 1)
    for (let i = 0; i < 100; i++) {
      clock.pass(500)
      assert.equal(limiter.take('a', 1).allowed, false)
    }
    clock.pass(10_000)
    assert.equal(limiter.take('a', 1).allowed, true)
  })

  it('keeps every key by itself', () => {
    const limiter = createMemoryLimiter(createStillClock())
    limiter.take('a', 1)
    assert.equal(limiter.take('a', 1).allowed, false)
    assert.equal(limiter.take('b', 1).allowed, true)
  })

  it('reports how it stands without counting', () => {
    const clock = createStillClock()
    const limiter = createMemoryLimiter(clock)
    assert.deepEqual(limiter.peek('a', 3), { allowed: true, remaining: 3, resetSeconds: 0 })
    limiter.take('a', 3)
    for (let i = 0; i < 5; i++)
      assert.deepEqual(limiter.peek('a', 3), { allowed: true, remaining: 2, resetSeconds: 60 })
    clock.pass(windowMs)
    assert.deepEqual(limiter.peek('a', 3), { allowed: true, remaining: 3, resetSeconds: 0 })
  })

  it('does not care when the wall clock is set', () => {
    const clock = createStillClock()
    const limiter = createMemoryLimiter(clock)
    limiter.take('a', 1)
    for (const wall of [0, 4_000_000_000_000, Number.NaN]) {
      clock.setWall(wall)
      assert.deepEqual(limiter.take('a', 1), { allowed: false, remaining: 0, resetSeconds: 60 })
    }
  })

  it('forgets keys that say nothing any more, and no others', () => {
    const clock = createStillClock()
    const limiter = createMemoryLimiter(clock, 3)
    for (const key of ['a', 'b', 'c']) limiter.take(key, 1)
    clock.pass(30_000)
    limiter.take('d', 1)
    clock.pass(30_000)
    limiter.take('e', 1)
    assert.equal(limiter.take('a', 1).allowed, true)
    assert.equal(limiter.take('d', 1).allowed, false)
    assert.equal(limiter.take('e', 1).allowed, false)
  })

  it('never allows more than N in any 60 s, never refuses while fewer than N fell in the last 60 s, and says exactly when', () => {
    const gaps = fc.array(
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 70_000 })),
      {
        maxLength: 150,
      },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), gaps, (limit, waits) => {
        const clock = createStillClock()
        const limiter = createMemoryLimiter(clock)
        const taken: number[] = []
        for (const wait of waits) {
          clock.pass(wait)
          const now = clock.steady()
          const recent = taken.filter((time) => time > now - windowMs)
          const { allowed, remaining, resetSeconds } = limiter.take('key', limit)
          assert.equal(allowed, recent.length < limit)
          if (allowed) taken.push(now)
          assert.equal(remaining, limit - recent.length - (allowed ? 1 : 0))
          const oldest = recent[0] ?? now
          assert.equal(resetSeconds, Math.ceil((oldest + windowMs - now) / 1000))
        }
        for (const [index, time] of taken.entries()) {
          const next = taken[index + limit]
          assert.ok(next === undefined || next - time >= windowMs, `${limit + 1} calls within 60 s`)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('allows a call after waiting the seconds it named', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 20_000, noNaN: true }), { minLength: 1, maxLength: 30 }),
        (waits) => {
          const clock = createStillClock()
          const limiter = createMemoryLimiter(clock)
          for (const wait of waits) {
            clock.pass(wait)
            const { allowed, resetSeconds } = limiter.take('key', 3)
            if (allowed) continue
            clock.pass(resetSeconds * 1000)
            assert.equal(limiter.take('key', 3).allowed, true)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the calls that one key has under way', () => {
  it('are limited, for each key by itself, until one of them ends', () => {
    const limit = createConcurrencyLimit(3)
    const begin = (name: string, times: number) => Array.from({ length: times }, () => limit.begin(name))
    assert.deepEqual(begin('a', 5), [true, true, true, false, false])
    assert.deepEqual(begin('b', 1), [true])
    limit.end('a')
    assert.deepEqual(begin('a', 2), [true, false])
    for (let call = 0; call < 3; call++) limit.end('a')
    assert.deepEqual(begin('a', 3), [true, true, true])
  })
})
