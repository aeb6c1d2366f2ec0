import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isConditionMet } from '../../src/capabilities/steps/conditions.ts'
import { createExecution } from '../../src/capabilities/steps/execution.ts'
import { patternLimits, patternOf } from '../../src/capabilities/steps/patterns.ts'
import type { Run } from '../../src/capabilities/steps/run.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { within } from '../eventually.ts'
import { createTestClock } from '../test-clock.ts'

describe('the time of a run', () => {
  it('ends after ten seconds, whatever is still to be done', async () => {
    const clock = createTestClock()
    const execution = createExecution(clock)
    assert.equal(await execution.inTime(async () => 'done'), 'done')
    clock.advance(10_001)
    let began = false
    await assert.rejects(
      execution.inTime(async () => {
        began = true
      }),
      (error) => error instanceof Failure && error.code === 'platform_unavailable' && !error.mayHaveHappened,
    )
    assert.equal(began, false)
  })

  it('does not wait for what takes longer, and says that it may have happened', async () => {
    const clock = createTestClock()
    const execution = createExecution(clock)
    clock.advance(9_950)
    await within(
      'the execution to give up',
      assert.rejects(
        execution.inTime(() => new Promise(() => {})),
        (error) => error instanceof Failure && error.mayHaveHappened,
      ),
    )
  })
})

describe('the patterns of a run', () => {
  it('are matched until their work is used up, whatever their number', async () => {
    const { takePatternWork } = createExecution(createTestClock())
    const condition = { value: '$(args)', matches: '[a-z]{90}q' }
    const lookup = () => () => 'a'.repeat(400)
    let matched = 0
    await assert.rejects(
      async () => {
        for (; matched < 300; matched++)
          assert.equal(await isConditionMet(condition, run, lookup, takePatternWork), false)
      },
      { status: 400, message: /too complex/ },
    )
    const { size } = await patternOf(condition.matches)
    assert.equal(matched, Math.floor(patternLimits.runWork / (size * 400)))
  })
})

/** Conditions on a text look at nothing of the run. */
const run = {} as Run
