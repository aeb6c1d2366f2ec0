import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createRunLimits } from '../../src/capabilities/automations/run-limits.ts'
import { createWaitingStarts } from '../../src/capabilities/automations/waiting-starts.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'what runs at once is counted in memory' })

describe('the limits of runs', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const run = { cooldown_seconds: 0, mode: 'parallel', limit_per_minute: 600, platforms: [], on_error: 'continue' }
  const limitsOf = () => {
    const { db, clock, log } = app.ctx
    return createRunLimits({ db, clock, log, waiting: createWaitingStarts({ db, clock, nodeId: 'test' }) })
  }
  const limited = (channelId: number, id: number) => ({
    channelId,
    id,
    run: { ...run, hold_in_shield_mode: 0 } as never,
  })
  const forever = () => new Promise<boolean>(() => {})

  it('are of each channel: one whose runs all wait leaves room for the runs of another', () => {
    const limits = limitsOf()
    for (let id = 1; id <= 5; id++) for (let start = 0; start < 300; start++) limits.take(limited(1, id), forever)
    assert.deepEqual([limits.counts().running, limits.judge(limited(1, 9))], [1_000, 'dropped'])
    assert.deepEqual([limits.judge(limited(2, 1)), limits.hasRoom(2), limits.hasRoom(1)], ['admitted', true, false])
  })

  it('leave room for one more channel however many are at their limits', () => {
    const limits = limitsOf()
    for (let channelId = 1; channelId <= 20; channelId++) {
      for (let id = 1; id <= 4; id++) for (let n = 0; n < 300; n++) limits.take(limited(channelId, id), forever)
    }
    assert.equal(limits.counts().running, 20 * 1_000)
    assert.equal(limits.judge(limited(21, 1)), 'admitted')
  })
})
