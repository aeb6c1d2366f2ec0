import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallTarget, createCallSequence, type Entrance } from '../../../src/kernel/calls/call-sequence.ts'
import { createConcurrencyLimit } from '../../../src/kernel/limits/concurrency.ts'
import { createMemoryLimiter } from '../../../src/kernel/limits/limiter.ts'
import { createOverload } from '../../../src/kernel/limits/overload.ts'
import { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { createTestClock } from '../../test-clock.ts'

type Step = 'find' | 'identify' | 'admit' | 'requireRecent' | 'readBody' | 'run' | 'answer'
const order: readonly Step[] = ['find', 'identify', 'admit', 'requireRecent', 'readBody', 'run', 'answer']

interface Attempt {
  readonly target?: Partial<CallTarget>
  /** The step that refuses the call. */
  readonly refusedBy?: Step
}

describe('the sequence of checks', () => {
  const granting: CallTarget = { effect: 'rows', ratePerMinute: 3, grants: 'access' }

  function open({ lastingMs = 0, maxUnderWay = 10, isLater = false } = {}) {
    const clock = createTestClock()
    const limiter = createMemoryLimiter(clock)
    const overload = createOverload({ lastingMs })
    const call = createCallSequence({ limiter, overload, clock })
    let steps: string[] = []
    const underWay = createConcurrencyLimit(maxUnderWay)
    let whileRunning: (() => Promise<unknown>) | undefined
    const step = (name: Step, { refusedBy }: Attempt) => {
      steps.push(name)
      if (refusedBy === name) throw new Failure('invalid_request')
    }
    const later = <T>(value: T) => (isLater ? Promise.resolve(value) : value)
    const entrance: Entrance<Attempt, CallTarget, { id: string }, string, string> = {
      isShed: true,
      underWay,
      find(attempt) {
        step('find', attempt)
        return later({ ...granting, ...attempt.target })
      },
      identify(attempt) {
        step('identify', attempt)
        return later({ id: 'somebody' })
      },
      actorOf: ({ id }) => id,
      quotaOf: ({ id }) => id,
      onCounted: () => void steps.push('counted'),
      admit: (attempt) => step('admit', attempt),
      requireRecent: (attempt) => step('requireRecent', attempt),
      async readBody(attempt) {
        step('readBody', attempt)
        return Buffer.from('body')
      },
      async run(attempt, _target, _who, body) {
        step('run', attempt)
        await whileRunning?.()
        return body.toString()
      },
      answer(attempt, _target, _who, result) {
        step('answer', attempt)
        return result
      },
      refuse: ({ code }) => code,
      done: () => void steps.push('done'),
    }
    return {
      async attempt(attempt: Attempt = {}) {
        steps = []
        const answer = await call(entrance, attempt)
        return { answer, steps }
      },
      whileRunning(work: () => Promise<unknown>) {
        whileRunning = work
      },
    }
  }

  for (const isLater of [false, true]) {
    it(`has one order, ${isLater ? 'whatever it has to wait for' : 'with everything at hand'}`, async () => {
      const { answer, steps } = await open({ isLater }).attempt()
      assert.equal(answer, 'body')
      assert.deepEqual(steps, [
        ...['find', 'identify', 'counted', 'admit', 'requireRecent'],
        ...['readBody', 'run', 'answer', 'done'],
      ])
    })
  }

  it('ends with the first check that refuses, and a call of something known is recorded', async () => {
    for (const refusedBy of order) {
      const { answer, steps } = await open().attempt({ refusedBy })
      assert.equal(answer, 'invalid_request')
      const last = refusedBy === 'find' ? 'find' : 'done'
      assert.equal(steps.at(-1), last, refusedBy)
      const after = order.slice(order.indexOf(refusedBy) + 1)
      assert.deepEqual(
        after.filter((step) => steps.includes(step)),
        [],
        refusedBy,
      )
    }
  })

  it('asks for a recent sign-in only where something is granted', async () => {
    const { steps } = await open().attempt({ target: { grants: 'nothing' } })
    assert.ok(!steps.includes('requireRecent'))
  })

  it('refuses under overload before anybody is looked up', async () => {
    const { answer, steps } = await open({ lastingMs: 600 }).attempt()
    assert.equal(answer, 'overloaded')
    assert.deepEqual(steps, ['find', 'done'])
  })

  it('says that a call is not allowed before it says that it is one too many', async () => {
    const sequence = open()
    for (let call = 0; call < 3; call++) await sequence.attempt()
    assert.equal((await sequence.attempt({ refusedBy: 'admit' })).answer, 'invalid_request')
    const { answer, steps } = await sequence.attempt()
    assert.equal(answer, 'rate_limited')
    assert.ok(!steps.includes('requireRecent'))
  })

  it('counts nothing for a target without a limit', async () => {
    const sequence = open()
    for (let call = 0; call < 5; call++) {
      assert.equal((await sequence.attempt({ target: { ratePerMinute: undefined } })).answer, 'body')
    }
  })

  it('lets only so many calls of one caller be under way, and frees their places whatever happens', async () => {
    const sequence = open({ maxUnderWay: 1 })
    let inner: string | undefined
    sequence.whileRunning(async () => {
      sequence.whileRunning(async () => {})
      inner = (await sequence.attempt()).answer
    })
    assert.equal((await sequence.attempt()).answer, 'body')
    assert.equal(inner, 'rate_limited')
    assert.equal((await sequence.attempt({ refusedBy: 'run' })).answer, 'invalid_request')
    const other = open({ maxUnderWay: 1 })
    await other.attempt({ refusedBy: 'run' })
    assert.equal((await other.attempt()).answer, 'body')
  })
})
