import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { type } from '../commands/chat-line.ts'
import { makeCommand } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { chatOf, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs, minuteMs } from '../test-clock.ts'
import { finishedRun, makeAutomation, removeAutomations, report, runsOf, settled, stepsOf } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

const manual = { type: 'manual' }
const onFollow = { type: 'event', event: 'follow' }
const wait = (seconds: number) => ({ type: 'wait', seconds })
const say = (text: string) => ({ type: 'say', text, as: 'bot' })

describe('the runs of an automation', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  afterEach(async () => {
    await app.call('stop-automations')
    await settled(app)
    await removeAutomations(app)
  })
  after(() => app.close())

  let followers = 0
  const follow = async (times = 1) => {
    for (let time = 0; time < times; time++) await report(app, 'follow', `follower${++followers}`)
    await app.ctx.automationParts.triggers.settled()
  }
  const run = async (id: number, data = {}) => (await app.call('run-automation', { id, data })).body.run_id as number
  const statuses = async (id: number) => (await runsOf(app, id)).map(({ status }) => status)
  const isRunning = (id: number) => eventually('the run to begin', async () => (await statuses(id)).includes('running'))

  it('say what each step did, and are kept for seven days', async () => {
    const id = await makeAutomation(app, manual, [
      say('one'),
      { ...say('never'), condition: { value: '$(event.amount)', above: 5 } },
      { type: 'points', target: 'alice', amount: 0 },
      say('$(event.amount)'),
    ])
    const runId = await run(id, { amount: 3 })
    await settled(app)
    const { body } = await app.call('get-automation-run', { run_id: runId })
    assert.deepEqual(stepsOf(body), ['1 say done', '2 say not_met', '3 points failed', '4 say done'])
    assert.equal(body.status, 'failed')
    assert.match(body.steps[2].message, /at least 1/)
    assert.deepEqual(body.data, { amount: 3 })
    assert.equal((await app.call('list-automation-runs', { automation_id: id })).body.runs[0].run_id, runId)
    await app.ctx.automationParts.runs.prune()
    await app.call('get-automation-run', { run_id: runId })
    clock.advance(7 * dayMs + 1)
    await app.ctx.automationParts.runs.prune()
    await app.call('get-automation-run', { run_id: runId }, { status: 404 })
  })

  it('stop at a failed step if the automation says so', async () => {
    const steps = [{ type: 'points', target: 'alice', amount: 0 }, say('after')]
    const id = await makeAutomation(app, manual, steps, { run: { on_error: 'stop' } })
    await run(id)
    await settled(app)
    assert.deepEqual(stepsOf(await finishedRun(app, id)), ['1 points failed', '2 say skipped'])
  })

  it('branch, repeat, choose and stop', async () => {
    const id = await makeAutomation(app, manual, [
      {
        type: 'if',
        condition: { value: '$(event.amount)', above: 5 },
        // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
        then: [say('many: $(event.amount)')],
        else: [say('few: $(event.amount)')],
      },
      { type: 'repeat', times: 2, steps: [say('again')] },
      {
        type: 'choose',
        options: [
          { weight: 0, steps: [say('never')] },
          { weight: 1, steps: [say('chosen')] },
        ],
      },
      { type: 'stop' },
      say('after the end'),
    ])
    await run(id, { amount: 9 })
    await settled(app)
    const done = await finishedRun(app, id)
    assert.deepEqual(stepsOf(done), [
      '1 if done',
      '1.then.1 say done',
      '2 repeat done',
      '2.steps.1 say done',
      '2.steps.1 say done',
      '3 choose done',
      '3.options.2.1 say done',
      '4 stop done',
      '5 say skipped',
    ])
    assert.equal(done.status, 'done')
    assert.deepEqual(
      (await chatOf(app)).slice(-4).map(({ text }) => text),
      ['many: 9', 'again', 'again', 'chosen'],
    )
  })

  it('refuse steps that could not run, wherever they stand', async () => {
    const wrong = async (...steps: unknown[]) => {
      const body = { name: 'x', trigger: manual, steps }
      return (await app.call('save-automation', body, { status: 400 })).body.error
    }
    const inner = [{ type: 'repeat', times: 2, steps: [{ type: 'nonsense' }] }]
    // biome-ignore lint/suspicious/noThenProperty: a list of steps, never a function
    assert.match(await wrong(say('x'), { type: 'if', then: inner }), /step 2\.then\.1\.steps\.1: type nonsense/)
    assert.match(await wrong({ type: 'choose', options: [{ weight: 0, steps: [] }] }), /weight above 0/)
    assert.match(await wrong(wait(3_601)), /step 1: seconds/)
    await makeAutomation(app, manual, [wait(3_600)])
  })

  it('are one at a time in a queue, dropped while one runs, or all at once', async () => {
    const ids = {
      queue: await makeAutomation(app, onFollow, [wait(0.05)], { run: { mode: 'queue' } }),
      drop: await makeAutomation(app, onFollow, [wait(0.05)], { run: { mode: 'drop' } }),
      parallel: await makeAutomation(app, onFollow, [wait(0.05)], { run: { mode: 'parallel' } }),
    }
    await follow(3)
    await settled(app)
    const queued = await runsOf(app, ids.queue)
    assert.equal(queued.length, 3)
    for (const [index, { startedAt }] of queued.entries()) {
      assert.ok(startedAt >= (queued[index - 1]?.finishedAt ?? 0), 'each began after the one before')
    }
    assert.equal((await runsOf(app, ids.parallel)).length, 3)
    assert.ok((await runsOf(app, ids.drop)).length < 3)
  })

  it('keep to the cooldown and the limit per minute, and count what was dropped', async () => {
    const cooling = await makeAutomation(app, onFollow, [], { run: { cooldown_seconds: 60 } })
    const limited = await makeAutomation(app, onFollow, [], { run: { limit_per_minute: 2 } })
    await follow(5)
    await settled(app)
    assert.deepEqual([(await statuses(cooling)).length, (await statuses(limited)).length], [1, 2])
    const { body } = await app.call('list-automations')
    const shown = body.automations.find(({ source }: { source: string }) => source === `automation:${limited}`)
    assert.deepEqual([shown.run_count, shown.dropped], [2, 3])
    clock.advance(minuteMs + 1)
    await follow()
    await settled(app)
    assert.deepEqual([(await statuses(cooling)).length, (await statuses(limited)).length], [2, 3])
  })

  it('start only on their platforms, while live, in their categories, and if their conditions are true', async () => {
    const make = (run: Record<string, unknown>, conditions: Record<string, unknown>[] = []) =>
      makeAutomation(app, onFollow, [], { run, conditions })
    const ids = {
      other: await make({ platforms: ['PlatformB'] }),
      same: await make({ platforms: ['PlatformA'] }),
      live: await make({ only_live: 1 }),
      category: await make({ only_categories: ['No such game'] }),
      condition: await make({}, [{ role: 'moderator' }]),
      met: await make({}, [{ value: '$(event.username)', contains: 'follower' }]),
    }
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    clock.advance(minuteMs)
    await follow()
    await settled(app)
    const started = []
    for (const [name, id] of Object.entries(ids)) if ((await statuses(id)).length > 0) started.push(name)
    assert.deepEqual(started, ['same', 'met'])
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: true })
    clock.advance(minuteMs)
    await follow()
    await settled(app)
    assert.equal((await statuses(ids.live)).length, 1)
  })

  it('cannot trigger each other endlessly', async () => {
    const id = await makeAutomation(app, { type: 'event', event: 'automation.ran', where: { name: 'Loop' } }, [], {
      name: 'Loop',
    })
    await run(id)
    await settled(app)
    assert.deepEqual(
      (await runsOf(app, id)).map(({ depth }) => depth),
      [1, 2, 3, 4, 5],
    )
  })

  it('run other automations, five deep', async () => {
    const id = await makeAutomation(app, manual, [], { name: 'Again' })
    const steps = [{ type: 'run_automation', name: 'Again' }]
    await app.call('save-automation', { id, name: 'Again', trigger: manual, steps })
    await run(id)
    await settled(app)
    const runs = await runsOf(app, id)
    assert.deepEqual(
      runs.map(({ depth }) => depth),
      [1, 2, 3, 4, 5],
    )
    assert.match(String(runs.at(-1)?.error), /at most 5 deep/)
  })

  it('end at once when everything is stopped, by a key or by a moderator in chat', async () => {
    const id = await makeAutomation(app, manual, [wait(3_600), say('never')])
    await run(id)
    await isRunning(id)
    assert.equal((await app.call('stop-automations')).body.stopped, 1)
    await within('the wait to end', settled(app))
    const stopped = await finishedRun(app, id)
    assert.deepEqual([stopped.status, ...stepsOf(stopped)], ['stopped', '1 wait failed', '2 say skipped'])

    await run(id)
    await isRunning(id)
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: '!stopall' })
    assert.deepEqual(await statuses(id), ['stopped', 'running'])
    await within('the moderator to stop it', type(app, 'bob', '!stopall', { roles: ['moderator'] }))
    assert.deepEqual(await statuses(id), ['stopped', 'stopped'])
  })

  it('are ended as soon as the database is back that refused to store their end', async () => {
    const id = await makeAutomation(app, manual, [wait(0.3)])
    await run(id)
    await eventually('its wait to be recorded', async () => (await runsOf(app, id))[0]?.steps.length === 1)
    const { db } = app.ctx
    const { write } = db
    let refused = 0
    Object.assign(db, {
      write() {
        refused++
        Object.assign(db, { write })
        return Promise.reject(new Failure('database_unavailable'))
      },
    })
    await within('its end to be stored', settled(app))
    assert.deepEqual([refused, await statuses(id)], [1, ['done']])
  })

  it('are stopped together with commands, whose reply is then not sent', async () => {
    const { word } = await makeCommand(app, {
      message: 'late',
      actions: { version: 1, reply: 'last', steps: [say('begun'), wait(5)] },
    })
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text: `!${word}` })
    const has = async (wanted: string) => (await chatOf(app)).some(({ text }) => text === wanted)
    await eventually('the command to begin', () => has('begun'))
    await app.call('stop-automations')
    await within('the command to stop', settled(app))
    assert.equal(await has('late'), false)
  })

  it('can be tried without doing anything', async () => {
    const where = { username: 'zoe' }
    const id = await makeAutomation(app, { ...onFollow, where }, [say('Hi $(user)'), wait(3_600), { type: 'stop' }])
    await report(app, 'follow', 'yves')
    await settled(app)
    const seq = await lastSeq(app)
    const chat = (await chatOf(app)).length
    const tried = (await app.call('dry-run-automation', { id, data: { username: 'zoe' } })).body
    assert.deepEqual([tried.matches, ...stepsOf(tried)], [1, '1 say done', '2 wait done', '3 stop done'])
    assert.equal(tried.steps[0].result.would.text, 'Hi zoe')
    const past = (await app.call('dry-run-automation', { id, event_seq: seq })).body
    assert.equal(past.matches, 0)
    assert.deepEqual([await lastSeq(app), (await chatOf(app)).length, await statuses(id)], [seq, chat, []])
  })

  it('are started by a key only while the automation is on', async () => {
    const id = await makeAutomation(app, manual, [], { active: 0 })
    assert.equal((await app.call('run-automation', { id }, { status: 404 })).body.code, 'automation_disabled')
    const toggled = await app.call('toggle-automation', { id })
    assert.deepEqual([toggled.body.active, toggled.body.previous_active], [1, 0])
    await run(id)
    await settled(app)
    assert.deepEqual(await statuses(id), ['done'])
    await app.call('delete-automation', { id })
    await app.call('run-automation', { id }, { status: 404 })
  })

  it('start from the panel’s list and the export format, with commands beside them', async () => {
    const id = await makeAutomation(app, onFollow, [say('x')], { name: 'Same name' })
    const { word } = await makeCommand(app, { message: 'Hi' })
    const { automations } = (await app.call('list-automations', { limit: 10_000 })).body
    const own = automations.find(({ source }: { source: string }) => source === `automation:${id}`)
    assert.deepEqual([own.trigger, own.steps], [onFollow, [say('x')]])
    const command = automations.find(({ name }: { name: string }) => name === word)
    assert.deepEqual(command.trigger, { type: 'command', command: word })
    const { name, trigger, run: settings, steps } = own
    const copy = (await app.call('save-automation', { version: 1, name, trigger, run: settings, steps })).body
    assert.equal(copy.name, 'Same name 2')
  })
})
