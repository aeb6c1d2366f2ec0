import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { settled } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, hourMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const findStored = sql<{ channel: number; id: number }, { active: number; runs: number }>(
  'SELECT active, run_count AS runs FROM automations WHERE channel_id = :channel AND id = :id',
)
const countRuns = sql<{ channel: number; id: number; runs: number }>(
  'UPDATE automations SET run_count = :runs WHERE channel_id = :channel AND id = :id',
)
const listChanges = sql<{ channel: number }, { content: string }>(
  'SELECT content FROM test_channel_changes WHERE channel_id = :channel LIMIT 100',
)

describe('the test channel', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  let testKey = ''
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    testKey = (await app.makeKey(undefined, { isTest: true })).key
  })
  after(() => app?.close())
  const onTestChannel = (operation: string, body: unknown = {}) => app.call(operation, body, { key: testKey })

  it('has the same commands as its channel, whatever is changed there', async () => {
    const { body } = await app.call('list-commands', { limit: 100 })
    const [first] = body.commands
    await app.call('toggle-command', { id: first.id, active: first.active === 1 ? 0 : 1 })
    const list = async () => (await onTestChannel('list-commands', { limit: 100 })).body
    const live = async () => (await app.call('list-commands', { limit: 100 })).body
    await eventually('the test channel to follow', async () => {
      const [copied, channel] = [await list(), await live()]
      return JSON.stringify(copied.commands) === JSON.stringify(channel.commands)
    })
    const [copied] = (await list()).commands
    assert.deepEqual([copied.id, copied.active], [first.id, first.active === 1 ? 0 : 1])
  })

  it('has the same effects', async () => {
    const made = await owner.call('create-effect', {
      name: 'Only now',
      effect_type: 'confetti',
      effect_settings: {},
      trigger_enabled: true,
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    await eventually('the test channel to follow', async () => {
      const { effects = [], overlays = effects } = (await onTestChannel('list-effects', {})).body
      return JSON.stringify(overlays).includes('Only now')
    })
  })

  it('has the same automations, and runs those that are started there', async () => {
    const trigger = { type: 'event', event: 'follow' }
    const steps = [{ type: 'say', text: 'Thank you $(user)', as: 'bot' }]
    const { id } = (await app.call('save-automation', { name: 'Thank them', trigger, steps })).body
    const copied = async () => {
      const { automations } = (await onTestChannel('list-automations')).body
      return automations.find((one: { source: string }) => one.source === `automation:${id}`)
    }
    await eventually('the test channel to follow', async () => (await copied())?.name === 'Thank them')
    assert.deepEqual((await copied()).steps, steps)
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'carol' }, { key: testKey })
    await settled(app)
    const runs = async (call: typeof onTestChannel) =>
      (await call('list-automation-runs', { automation_id: id })).body.runs
    assert.deepEqual(
      (await runs(onTestChannel)).map(({ status }: { status: string }) => status),
      ['done'],
    )
    assert.deepEqual(await runs((operation, body) => app.call(operation, body)), [])
    await app.call('delete-automation', { id })
    await eventually('the test channel to follow', async () => (await copied()) === undefined)
  })

  it('gets a change when it is used, and only the row that was changed', async () => {
    const trigger = { type: 'event', event: 'follow' }
    const save = async (name: string) =>
      (await app.call('save-automation', { name, trigger, steps: [{ type: 'wait', seconds: 1 }] })).body.id as number
    const [one, other] = [await save('One'), await save('Other')]
    const { db, channels } = app.ctx
    const { id: channel } = await channels.testChannelOf(app.channel)
    const stored = async (id: number) => db.get(findStored, { channel, id })
    await onTestChannel('list-automations')
    await db.write((tx) => tx.run(countRuns, { channel, id: other, runs: 7 }))

    clock.advance(hourMs)
    await app.call('toggle-automation', { id: one, active: 0 })
    await app.app.testChannelMirror.settled()
    assert.equal((await stored(one))?.active, 1, 'nobody uses the test channel')

    await onTestChannel('list-automations')
    assert.equal((await stored(one))?.active, 0)
    assert.equal((await stored(other))?.runs, 7, 'the other row is the same as before')
    assert.deepEqual(await db.all(listChanges, { channel: app.channel.id }), [])
  })

  it('gets a change at once while it is in use', async () => {
    const { db, channels } = app.ctx
    const { id: channel } = await channels.testChannelOf(app.channel)
    const [first] = (await onTestChannel('list-automations')).body.automations
    await app.call('toggle-automation', { id: first.id, active: first.active === 1 ? 0 : 1 })
    await app.app.testChannelMirror.settled()
    assert.notEqual((await db.get(findStored, { channel, id: first.id }))?.active, first.active)
  })

  it('follows names that two automations have exchanged, and what was saved on the test channel under such a name', async () => {
    const trigger = { type: 'event', event: 'follow' }
    const steps = [{ type: 'wait', seconds: 1 }]
    const save = async (name: string, id?: number, call = app.call) =>
      (await call('save-automation', { ...(id === undefined ? {} : { id }), name, trigger, steps })).body.id as number
    const [a, b] = [await save('Name A'), await save('Name B')]
    await onTestChannel('list-automations')
    clock.advance(hourMs)
    for (const [name, id] of [
      ['Name C', a],
      ['Name A', b],
      ['Name B', a],
    ] as const)
      await save(name, id)
    await onTestChannel('save-automation', { name: 'Name D', trigger, steps })
    await save('Name D')
    const { automations } = (await onTestChannel('list-automations')).body
    const nameOf = (id: number) => automations.find((one: { source: string }) => one.source === `automation:${id}`).name
    assert.deepEqual([nameOf(a), nameOf(b)], ['Name B', 'Name A'])
    assert.equal(automations.filter(({ name }: { name: string }) => name === 'Name D').length, 1)
  })

  it('has the same values, and counts them by itself', async () => {
    await app.call('define-value', { name: 'deaths', type: 'number', maximum: 3 })
    const there = async () => (await onTestChannel('list-values')).body.values.map(({ name }: { name: string }) => name)
    await eventually('the test channel to follow', async () => (await there()).includes('deaths'))
    await onTestChannel('add-to-value', { name: 'deaths', amount: 5 })
    await app.call('define-value', { name: 'deaths', type: 'number', maximum: 9 })
    await app.app.testChannelMirror.settled()
    assert.equal((await onTestChannel('get-value', { name: 'deaths' })).body.value, 3)
    assert.equal((await app.call('get-value', { name: 'deaths' })).body.value, 0)
    await app.call('delete-value', { name: 'deaths' })
    await eventually('the test channel to follow', async () => !(await there()).includes('deaths'))
  })

  it('keeps viewers and points to itself', async () => {
    const alice = { username: 'alice', platform: 'PlatformA' }
    const before = (await app.call('get-points', alice)).body.points
    const there = (await onTestChannel('get-points', alice)).body.points
    await onTestChannel('add-points', { ...alice, amount: 500 })
    assert.equal((await onTestChannel('get-points', alice)).body.points, there + 500)
    assert.equal((await app.call('get-points', alice)).body.points, before)
  })
})
