import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { finishedRun, makeAutomation, removeAutomations, runsOf, settled } from '../automations/automation-maker.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeVts, fakeHotkeys, fakeModel, startFakeVts } from '../fakes/vts.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { saveVts, vtsConnected } from './connect-fake-vts.ts'

runsOn('sqlite', 'postgres')

const [wave, cry, unnamed] = fakeHotkeys.map(({ id }) => id) as [string, string, string]
const bounce = { id: '0c6d2a7c7e4f4f0fb0a4f3c1f1f0d9aa', name: 'Bounce' }

describe('the hotkeys of VTube Studio', () => {
  let app: TestApp
  let vts: FakeVts
  const clock = createTestClock()
  before(async () => {
    vts = await startFakeVts()
    app = await createTestApp({ clock })
    await saveVts(app, vts.url)
    await vtsConnected(app)
  })
  afterEach(async () => {
    await removeAutomations(app)
    vts.world.triggered.splice(0)
    // What is counted against the limits of the log is over.
    clock.advance(60_000)
  })
  after(async () => {
    await app?.close()
    await vts?.close()
  })

  const trigger = async (hotkey: string, status: 200 | 404 | 502 = 200) =>
    (await app.call('vts-trigger', { hotkey }, { status })).body
  const hotkeys = async () => (await app.call('list-vts-hotkeys')).body.hotkeys
  const known = () => app.ctx.vts.snapshotOf(app.channel.id)?.hotkeys
  async function logged(seq: number, kind: string) {
    return (await eventsSince(app, seq)).filter((event) => event.kind === kind).map(({ data }) => data)
  }
  async function eventuallyLogged(seq: number, kind: string, count = 1) {
    await eventually(`${count} of ${kind}`, async () => (await logged(seq, kind)).length >= count)
    return logged(seq, kind)
  }

  it('are listed with their ids and names', async () => {
    assert.deepEqual(await hotkeys(), fakeHotkeys)
  })

  it('are triggered by id, and by name in any case', async () => {
    const seq = await lastSeq(app)
    assert.equal((await trigger(cry)).hotkey, cry)
    assert.equal((await trigger('wAVE')).hotkey, wave)
    assert.equal((await trigger(unnamed)).hotkey, unnamed)
    assert.deepEqual(vts.world.triggered, [cry, wave, unnamed])
    await eventuallyLogged(seq, 'vts.hotkey-triggered', 3)
  })

  it('that do not exist, or that VTube Studio refuses, are answered with the reason', async () => {
    const seq = await lastSeq(app)
    const unknown = await trigger('Backflip', 404)
    assert.deepEqual(
      [unknown.code, unknown.error],
      ['hotkey_not_found', 'The model in VTube Studio has no hotkey Backflip. list-vts-hotkeys has them all.'],
    )
    vts.world.isCoolingDown = true
    const soon = await trigger('Wave', 502)
    vts.world.isCoolingDown = false
    assert.deepEqual([soon.code, /just triggered this hotkey/.test(soon.error)], ['vts_refused', true])
    vts.unload()
    const none = await trigger('Wave', 502)
    assert.deepEqual([none.code, none.error], ['vts_refused', 'VTube Studio has no model loaded.'])
    assert.deepEqual(await hotkeys(), [])
    vts.load(fakeModel, fakeHotkeys)
    await eventuallyLogged(seq, 'vts.model-loaded')
  })

  it('need a scope that no other scope includes, and the test channel has none of them', async () => {
    const { key } = await app.makeKey(['obs:control', 'voice:control', 'commands:run'])
    const refused = await app.call('vts-trigger', { hotkey: 'Wave' }, { status: 403, key })
    assert.deepEqual([refused.body.code, refused.body.required_scope], ['missing_scope', 'vts:control'])
    const test = await app.makeKey(['vts:control'], { isTest: true })
    const away = await app.call('vts-trigger', { hotkey: 'Wave' }, { status: 502, key: test.key })
    assert.equal(away.body.code, 'vts_not_connected')
  })

  it('are saved as a step only by a key that may trigger them', async () => {
    const hotkey = { type: 'vts_hotkey', hotkey: 'Wave' }
    const { key } = await app.makeKey(['automations:write', 'cues:write'])
    const automation = {
      name: 'Waves',
      trigger: { type: 'manual' },
      steps: [{ type: 'repeat', times: 2, steps: [hotkey] }],
    }
    const show = { name: 'Waves', cues: [{ number: '1', name: 'Wave', steps: [hotkey] }] }
    for (const [operation, body] of [
      ['save-automation', automation],
      ['save-show', show],
    ] as const) {
      const refused = await app.call(operation, body, { status: 403, key })
      assert.deepEqual([refused.body.code, refused.body.required_scope], ['missing_scope', 'vts:control'])
      await app.call(operation, body)
    }
  })

  it('of another model are known as soon as it is loaded, and after they were edited', async () => {
    const seq = await lastSeq(app)
    vts.load({ id: 'aa00', name: 'Hiyori' }, [bounce])
    assert.deepEqual(await eventuallyLogged(seq, 'vts.model-loaded'), [{ model_id: 'aa00', model: 'Hiyori' }])
    await eventually('the new ones are known', () => known()?.[0]?.id === bounce.id)
    vts.edit([bounce, { id: wave, name: 'Wave' }])
    await eventually('both are known', () => known()?.length === 2)
    vts.load(fakeModel, fakeHotkeys)
    await eventually('the old ones are back', () => known()?.length === 3)
    assert.equal((await eventuallyLogged(seq, 'vts.model-loaded', 2)).length, 2)
  })

  it('are an event when they run, whoever triggered them', async () => {
    const seq = await lastSeq(app)
    vts.press('Eyes Cry')
    const [pressed] = await eventuallyLogged(seq, 'vts.hotkey-triggered')
    assert.deepEqual(pressed, { hotkey: cry, name: 'Eyes Cry', model: 'Akari', by_api: false })
    await trigger('Wave')
    const [, asked] = await eventuallyLogged(seq, 'vts.hotkey-triggered', 2)
    assert.deepEqual(asked, { hotkey: wave, name: 'Wave', model: 'Akari', by_api: true })
  })

  it('start an automation when they are pressed in VTube Studio', async () => {
    const seq = await lastSeq(app)
    const where = { name: 'Eyes Cry' }
    const id = await makeAutomation(app, { type: 'event', event: 'vts.hotkey-triggered', where }, [
      { type: 'vts_hotkey', hotkey: 'Wave' },
    ])
    vts.press('Wave')
    vts.press('Eyes Cry')
    await eventually('it has started', async () => (await runsOf(app, id)).length > 0)
    const run = await finishedRun(app, id)
    assert.deepEqual([run.status, run.data.hotkey], ['done', cry])
    assert.deepEqual(vts.world.triggered, [wave, cry, wave])
    await eventuallyLogged(seq, 'vts.hotkey-triggered', 3)
  })

  it('that an automation triggers because they ran come to an end', async () => {
    const id = await makeAutomation(app, { type: 'event', event: 'vts.hotkey-triggered' }, [
      { type: 'vts_hotkey', hotkey: '$(event.name)' },
    ])
    const seq = await lastSeq(app)
    vts.press('Wave')
    // The chain of automations has five runs; the event of the last one starts nothing.
    assert.equal((await eventuallyLogged(seq, 'vts.hotkey-triggered', 6)).length, 6)
    await settled(app)
    const runs = await runsOf(app, id)
    assert.deepEqual(
      runs.map(({ depth }) => depth),
      [1, 2, 3, 4, 5],
    )
    assert.equal(vts.world.triggered.length, 6)
  })

  it('are steps of a command', async () => {
    const seq = await lastSeq(app)
    const { word } = await makeCommand(app, withSteps({ type: 'vts_hotkey', hotkey: '$(args)' }))
    await app.call('run-command', { command: word, message: 'eyes cry' })
    assert.deepEqual(vts.world.triggered, [cry])
    await eventuallyLogged(seq, 'vts.hotkey-triggered')
  })

  it('that are stuck do not flood the log', async () => {
    const seq = await lastSeq(app)
    for (let count = 0; count < 100; count++) vts.press('Wave')
    vts.press('Eyes Cry')
    await eventually('the last one is there', async () => {
      const found = await logged(seq, 'vts.hotkey-triggered')
      return found.some(({ name }) => name === 'Eyes Cry')
    })
    const names = (await logged(seq, 'vts.hotkey-triggered')).map(({ name }) => name)
    assert.equal(names.filter((name) => name === 'Wave').length, 30)
    clock.advance(60_000)
    vts.press('Wave')
    await eventuallyLogged(seq, 'vts.hotkey-triggered', names.length + 1)
  })
})
