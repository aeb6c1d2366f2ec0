import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { settled } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the test channel', () => {
  let app: TestApp
  let owner: PanelClient
  let testKey = ''
  before(async () => {
    app = await createTestApp()
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

  it('has the same values, and counts them by itself', async () => {
    await app.call('define-value', { name: 'deaths', type: 'number', max: 3 })
    const there = async () => (await onTestChannel('list-values')).body.values.map(({ name }: { name: string }) => name)
    await eventually('the test channel to follow', async () => (await there()).includes('deaths'))
    await onTestChannel('add-to-value', { name: 'deaths', amount: 5 })
    await app.call('define-value', { name: 'deaths', type: 'number', max: 9 })
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
