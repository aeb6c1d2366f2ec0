import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type } from '../commands/chat-line.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { makeAutomation, settled, stepsOf } from './automation-maker.ts'

runsOn('sqlite', 'postgres')

const dayMs = 24 * 60 * 60 * 1000

describe('the runs of a command', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  /** Oldest first. */
  const runsOf = async (command_id: number) => {
    const { body } = await app.call('list-automation-runs', { command_id })
    return body.runs.toReversed()
  }

  it('are kept with who ran it, its reply and its steps', async () => {
    const { id, word } = await makeCommand(app, {
      message: 'Hi $(user)',
      ...withSteps({ type: 'wait', seconds: 0 }, { type: 'audio_alert', name: 'no such alert' }),
    })
    await type(app, 'alice', `!${word} all of you`)
    const [run, ...more] = await runsOf(id)
    assert.deepEqual(more, [])
    assert.deepEqual(stepsOf(run), [' reply done', '1 wait done', '2 audio_alert failed'])
    assert.deepEqual([run.source, run.trigger, run.name, run.status], [`command:${id}`, 'command', word, 'failed'])
    assert.deepEqual([run.data.username, run.data.args, run.data.platform], ['alice', 'all of you', 'kick'])
    assert.deepEqual([run.steps[2].error, run.error], ['alert_not_found', run.steps[2].message])
    assert.ok(run.steps.every(({ ms }: { ms: unknown }) => Number.isInteger(ms)))
    assert.deepEqual((await app.call('get-automation-run', { run_id: run.run_id })).body.steps, run.steps)
  })

  it('name what ran it: a key, a reward, another command, an automation', async () => {
    const { id, word } = await makeCommand(app, { message: 'Ran', platforms: ['kick', 'twitch'] })
    await app.call('run-command', { id })
    const outer = await makeCommand(app, withSteps({ type: 'run_command', command: word }))
    await app.call('run-command', { id: outer.id })
    await makeAutomation(app, { type: 'event', event: 'follow' }, [{ type: 'run_command', command: word }])
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'carol' })
    await settled(app)
    const { body } = await app.call('create-reward', { platform: 'PlatformB', title: 'Run it', cost: 5 })
    const link = { commandId: id, command: word, fulfilAfterRun: false, refundIfRefused: false }
    const reward = { id: body.id, title: 'Run it' }
    await app.ctx.db.write((tx) => app.ctx.rewardLinks.set(tx, app.cause, 'twitch', reward, link))
    await sandboxCall(app, 'redeem', { platform: 'PlatformB', username: 'bob', reward: 'Run it' })
    await settled(app)
    const runs = await runsOf(id)
    assert.deepEqual(
      runs.map(({ trigger, depth }: { trigger: string; depth: number }) => `${trigger} ${depth}`),
      ['manual 1', 'automation 2', 'automation 2', 'reward 1'],
    )
    assert.equal(runs.at(-1).data.reward, 'Run it')
  })

  it('are no runs of automations, and are deleted after seven days with them', async () => {
    const { id, word } = await makeCommand(app, { message: 'Short-lived' })
    for (let time = 0; time < 2; time++) await type(app, 'dave', `!${word}`)
    const { runs } = app.ctx.automationParts
    assert.equal(await runs.countRunning(app.ctx.db, app.channel.id), 0)
    const newest = (await app.call('list-automation-runs', {})).body.runs[0]
    assert.deepEqual([newest.automation_id, newest.source], [0, `command:${id}`])
    clock.jump(8 * dayMs)
    await type(app, 'dave', `!${word}`)
    assert.ok((await runs.prune()) >= 2)
    assert.equal((await runsOf(id)).length, 1)
  })
})
