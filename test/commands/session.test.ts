import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../../src/contract/failures.ts'
import { createSession } from '../../src/features/commands/session.ts'
import { within } from '../eventually.ts'
import { createTestClock } from '../test-clock.ts'

describe('the time of a run', () => {
  it('ends after ten seconds, whatever is still to be done', async () => {
    const clock = createTestClock()
    const session = createSession(clock)
    assert.equal(await session.inTime(async () => 'done'), 'done')
    clock.advance(10_001)
    let began = false
    await assert.rejects(
      session.inTime(async () => {
        began = true
      }),
      (error) => error instanceof Failure && error.code === 'platform_unavailable' && !error.mayHaveHappened,
    )
    assert.equal(began, false)
  })

  it('does not wait for what takes longer, and says that it may have happened', async () => {
    const clock = createTestClock()
    const session = createSession(clock)
    clock.advance(9_950)
    await within(
      'the session to give up',
      assert.rejects(
        session.inTime(() => new Promise(() => {})),
        (error) => error instanceof Failure && error.mayHaveHappened,
      ),
    )
  })
})
