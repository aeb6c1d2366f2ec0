import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { commandLimits } from '../../src/capabilities/steps/execution.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { makeCommand, runsOf } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { within } from '../eventually.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const listNewest = sql<{ channel: number; kind: string }, { actor: string; data: string }>(
  'SELECT actor, data FROM events WHERE channel_id = :channel AND kind = :kind ORDER BY seq DESC LIMIT 1',
)

describe('steps that belong to no command', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const subject = { source: 'cue:7', title: 'Opening' }

  it('act and are recorded under their own source, with the data of an event', async () => {
    const data = { amount: 5, reward: { title: '$(user)' }, options: ['a', 'b'] }
    const finished = await app.ctx.runSteps(
      app.cause,
      [
        { type: 'say', as: 'bot', text: '$(event.amount) $(event.reward.title) $(event.options.1) $(event.none).' },
        { type: 'points', target: 'alice', amount: 3 },
      ],
      { ...subject, data },
    )
    assert.deepEqual(
      finished.outcomes.map(({ path, type, ok }) => [path, type, ok]),
      [
        ['1', 'say', true],
        ['2', 'points', true],
      ],
    )
    assert.equal((await chatOf(app)).at(-1)?.text, '5 $(user) b .')
    const said = await app.ctx.db.get(listNewest, { channel: app.channel.id, kind: 'chat.sent' })
    const paid = await app.ctx.db.get(listNewest, { channel: app.channel.id, kind: 'points.changed' })
    assert.deepEqual([said?.actor, paid?.actor], ['cue:7', 'cue:7'])
    assert.equal(JSON.parse(paid?.data ?? '{}').reason, 'Opening')
  })

  it('report each step as it begins and ends', async () => {
    const seen: string[] = []
    await app.ctx.runSteps(app.cause, [{ type: 'wait', seconds: 0 }, { type: 'nonsense' }], subject, {
      onStep: ({ path, type, outcome }) => void seen.push(`${path} ${type} ${outcome?.ok ?? 'begins'}`),
    })
    assert.deepEqual(seen, ['1 wait begins', '1 wait true', '2 nonsense begins', '2 nonsense false'])
  })

  it('go on after a failed step, or stop if the caller or the step says so', async () => {
    const steps = [{ type: 'nonsense' }, { type: 'wait', seconds: 0 }]
    const results = async (onError: 'stop' | 'continue', of: readonly unknown[] = steps) =>
      (await app.ctx.runSteps(app.cause, of, subject, { onError })).outcomes.map(({ ok }) => ok)
    assert.deepEqual(await results('continue'), [false, true])
    assert.deepEqual(await results('stop'), [false, false])
    assert.deepEqual(await results('stop', [{ type: 'nonsense', on_error: 'continue' }, steps[1]]), [false, true])
  })

  it('are stopped at once, in the middle of a wait', async () => {
    const stop = new AbortController()
    const limits = { ...commandLimits, runMs: 3_600_000, waitSeconds: 3_600 }
    const steps = [
      { type: 'wait', seconds: 0, delay: 5 },
      { type: 'say', text: 'never' },
    ]
    const running = app.ctx.runSteps(app.cause, steps, subject, {
      signal: stop.signal,
      limits,
      onStep: ({ outcome }) => void (outcome === undefined && stop.abort()),
    })
    const { isStopped, failure, outcomes } = await within('the steps to stop', running)
    assert.deepEqual([isStopped, failure?.code], [true, 'run_stopped'])
    assert.deepEqual(
      outcomes.map(({ ok, detail }) => [ok, detail?.skipped ?? false]),
      [
        [false, false],
        [false, true],
      ],
    )
  })

  it('wait only as long as their limits say', async () => {
    const { outcomes } = await app.ctx.runSteps(app.cause, [{ type: 'wait', seconds: 3 }], subject, {
      limits: { ...commandLimits, waitSeconds: 2 },
    })
    assert.equal(outcomes[0]?.failure?.message, 'seconds must be at most 2.')
  })

  it('run commands, which are recorded as runs of their own', async () => {
    const { word } = await makeCommand(app, { message: 'Hi $(args).' })
    await app.ctx.runSteps(app.cause, [{ type: 'run_command', command: word, args: 'there' }], subject)
    const ran = (await runsOf(app)).at(-1)
    assert.deepEqual([ran.actor, ran.command, ran.response, ran.depth], ['cue:7', word, 'Hi there.', 2])
  })
})
