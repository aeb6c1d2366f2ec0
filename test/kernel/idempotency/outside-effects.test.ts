import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { type Call, defineOperation } from '../../../src/kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../../../src/kernel/operation/run-operation.ts'
import { integer, object } from '../../../src/kernel/schema/schema.ts'
import { sql } from '../../../src/kernel/storage/database.ts'
import { createNames } from '../../../src/registry/names.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { runsOn } from '../../declare.ts'

runsOn('sqlite', 'postgres')

const findState = sql<{ channel: number; operation: string }, { state: string }>(
  'SELECT state FROM idempotency WHERE channel_id = :channel AND operation = :operation',
)

type Handle = (call: Call<unknown, { n: number }>, action: () => void) => Promise<{ n: number }>

describe('an effect outside', () => {
  let testApp: TestApp
  let counter = 0
  before(async () => {
    testApp = await createTestApp()
  })
  after(() => testApp.close())

  /** An operation whose action outside is counted, called again and again with one Idempotency-Key. */
  function createScene(handle: Handle) {
    let actions = 0
    const operation = defineOperation({
      name: `scene-${++counter}`,
      group: 'Chat',
      summary: '',
      description: '',
      scope: 'chat:write',
      ratePerMinute: 60,
      effect: 'outside',
      input: object({}),
      output: object({ n: integer() }),
      failures: [],
      example: { input: {}, output: { n: 1 } },
      handle: (call) => handle(call, () => actions++),
    })
    const prepared = prepareOperation(operation, createNames('spec'))
    const caller = { channel: testApp.channel, actor: 'test', requestId: 'test' }
    return {
      actions: () => actions,
      async call(): Promise<string> {
        try {
          const { body, replayed } = await runOperation(testApp.ctx, prepared, caller, {}, 'one')
          return replayed ? `replayed ${body}` : body
        } catch (error) {
          return error instanceof Failure ? error.code : 'internal_error'
        }
      },
    }
  }

  it('that succeeded is replayed, with or without rows of its own', async () => {
    const withRows = createScene(async ({ commit }, action) => {
      action()
      return commit(async () => ({ n: 1 }))
    })
    const without = createScene(async (_, action) => {
      action()
      return { n: 1 }
    })
    for (const scene of [withRows, without]) {
      assert.equal(await scene.call(), '{"success":true,"n":1}')
      assert.equal(await scene.call(), 'replayed {"success":true,"n":1}')
      assert.equal(scene.actions(), 1)
    }
  })

  it('that was refused before it happened may be tried again', async () => {
    let isOnline = false
    const scene = createScene(async ({ commit }, action) => {
      if (!isOnline) throw new Failure('platform_refused')
      action()
      return commit(async () => ({ n: 2 }))
    })
    assert.equal(await scene.call(), 'platform_refused')
    isOnline = true
    assert.equal(await scene.call(), '{"success":true,"n":2}')
    assert.equal(scene.actions(), 1)
  })

  it('that may have happened when its answer was lost is not repeated', async () => {
    const scene = createScene(async (_, action) => {
      action()
      throw new Failure('platform_unavailable', { mayHaveHappened: true })
    })
    assert.equal(await scene.call(), 'platform_unavailable')
    assert.equal(await scene.call(), 'outcome_unknown')
    assert.equal(scene.actions(), 1)
  })

  it('that happened although its rows could not be written is not repeated', async () => {
    const scene = createScene(async ({ commit }, action) => {
      action()
      return commit(async () => {
        throw new Failure('database_unavailable')
      })
    })
    assert.equal(await scene.call(), 'database_unavailable')
    assert.equal(await scene.call(), 'outcome_unknown')
    assert.equal(scene.actions(), 1)
  })

  it('is written down as begun before it happens', async () => {
    const states: unknown[] = []
    const scene = createScene(async ({ commit, ctx, caller }, action) => {
      states.push((await ctx.db.get(findState, { channel: caller.channel.id, operation: `scene-${counter}` }))?.state)
      action()
      return commit(async () => ({ n: 3 }))
    })
    await scene.call()
    assert.deepEqual(states, ['started'])
  })
})
