import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { makeAutomation, stepsOf } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeObs, fakeObsPassword, startFakeObs } from '../fakes/obs.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about what OBS is asked and answers')
isSlow('it waits for an OBS that does not answer')

const listDue = sql<Record<never, never>, { at: number }>('SELECT due_at AS at FROM obs_undos ORDER BY due_at')

describe('OBS with browser sources and a virtual camera', () => {
  let obs: FakeObs
  let app: TestApp
  let owner: PanelClient
  const clock = createTestClock()
  const { path: obsFolder, remove: removeFolder } = createTemporaryFolder()
  before(async () => {
    obs = await startFakeObs()
    app = await createTestApp({ clock, config: { obsFolders: [join(obsFolder, 'none'), obsFolder] } })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await obs?.close()
    removeFolder()
  })
  beforeEach(() => obs.requests.splice(0))

  const state = () => app.ctx.obs.status(app)
  const view = async () => (await owner.call('get-obs')).body
  const problems = async () => (await view()).overlay.warnings.map(({ problem }: { problem: string }) => problem)
  const save = (fields: Readonly<Record<string, string>>) => {
    const entered = Object.entries(fields).map(([name, value]) => ({ name, value }))
    return owner.call('save-service-setup', { service: 'obs', fields: entered })
  }

  it('is not connected before it is set up, and says so', async () => {
    const { body } = await app.call('obs-status')
    assert.deepEqual([body.connected, body.scene, body.overlay_on_air, body.way], [0, null, null, null])
    assert.equal((await app.call('obs-replay', {}, { status: 502 })).body.code, 'obs_not_connected')
    assert.equal((await view()).state, 'off')
  })

  it('is found on this machine by its own settings, and used only when the owner says so', async () => {
    const find = async () => (await owner.call('find-local-obs')).body
    const none = await find()
    assert.deepEqual([none.usable, none.url, none.message], [false, null, 'No OBS was found on this machine.'])
    const port = new URL(obs.url).port
    // Before OBS 30.2: lines of its own settings file.
    const old = ['[OBSWebSocket]', 'ServerEnabled=false', `ServerPort=${port}`, 'AuthRequired=true', 'ServerPassword=x']
    writeFileSync(join(obsFolder, 'global.ini'), ['[General]', 'Pre19Defaults=false', ...old, '[Basic]', ''].join('\n'))
    assert.match((await find()).message, /its WebSocket server is off/)
    const folder = join(obsFolder, 'plugin_config/obs-websocket')
    mkdirSync(folder, { recursive: true })
    const settings = { server_enabled: true, auth_required: true, server_password: fakeObsPassword }
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...settings, server_port: Number(port) }))
    const found = await find()
    assert.deepEqual([found.usable, found.url], [true, obs.url])
    assert.ok(!JSON.stringify(found).includes(fakeObsPassword))
    assert.equal((await view()).state, 'off')
    await owner.call('use-local-obs')
    await eventually('OBS is connected', async () => (await view()).state === 'connected')
    const { body } = await owner.call('list-service-setups')
    assert.ok(!JSON.stringify(body).includes(fakeObsPassword))
  })

  it('reports a wrong password and a wrong address, and connects again with the right ones', async () => {
    const check = async (fields: Readonly<Record<string, string>>) => {
      const entered = Object.entries(fields).map(([name, value]) => ({ name, value }))
      return (await owner.call('check-service-setup', { service: 'obs', fields: entered })).body
    }
    assert.match((await check({ password: 'wrong' })).message, /^OBS refused the password/)
    assert.equal((await check({})).message, 'OBS 31.0.0 answers and accepts the password.')
    assert.match((await check({ url: 'ws://127.0.0.1:9', password: 'x' })).message, /^OBS cannot be reached/)
    assert.match((await check({ url: 'http://127.0.0.1', password: 'x' })).message, /must begin with ws:\/\//)
    await save({ password: 'wrong' })
    await eventually('OBS refuses', async () => (await view()).state === 'failed')
    await save({ password: fakeObsPassword })
    await eventually('OBS is connected', async () => (await view()).state === 'connected')
    // Whoever changes the address has to know the password.
    await assert.rejects(save({ url: 'ws://127.0.0.1:4455' }), /Enter Password again/)
  })

  it('connects again by itself after the connection was cut', async () => {
    const seq = await lastSeq(app)
    obs.cut()
    await eventually('it is connected again', async () => {
      const kinds = (await eventsSince(app, seq)).map(({ kind }) => kind)
      return kinds.includes('obs.gone') && kinds.includes('obs.connected') && (await state()).isConnected
    })
  })

  it('starts the stream only for a key with obs:stream, and the virtual camera without', async () => {
    const { key } = await app.makeKey(['obs:control'])
    const { body } = await app.call('obs-output', { output: 'stream', action: 'start' }, { key, status: 403 })
    assert.deepEqual([body.code, body.required_scope], ['missing_scope', 'obs:stream'])
    assert.equal((await app.call('obs-output', { output: 'virtual_camera', action: 'start' }, { key })).body.active, 1)
    assert.equal((await app.call('obs-status')).body.virtual_camera, 1)
    const seq = await lastSeq(app)
    await app.call('obs-output', { output: 'stream', action: 'toggle' })
    assert.equal((await app.call('obs-status')).body.streaming, 1)
    await app.call('obs-output', { output: 'stream', action: 'stop' })
    obs.refuseStream(true)
    await app.call('obs-output', { output: 'stream', action: 'start' }, { status: 502 })
    obs.refuseStream(false)
    assert.deepEqual(
      (await eventsSince(app, seq)).map(({ kind }) => kind),
      ['obs.streaming-started', 'obs.streaming-stopped'],
    )
    const pause = await app.call('obs-output', { output: 'stream', action: 'pause' }, { status: 400 })
    assert.equal(pause.body.code, 'invalid_parameter')
    assert.equal((await app.call('obs-output', { output: 'record', action: 'pause' }, { status: 502 })).status, 502)
  })

  it('pauses and resumes a recording', async () => {
    const output = async (action: string) => (await app.call('obs-output', { output: 'record', action })).body
    await output('start')
    await output('pause')
    assert.equal(obs.world.isPaused, true)
    assert.equal((await app.call('obs-status')).body.recording, 1)
    await output('resume')
    assert.equal(obs.world.isPaused, false)
    assert.deepEqual(await output('stop'), { success: true, active: 0, path: '/videos/show.mkv' })
  })

  it('knows whether viewers see the overlay, and adds it with one click', async () => {
    assert.deepEqual(await problems(), ['missing'])
    assert.equal((await app.call('obs-status')).body.overlay_on_air, 0)
    const needs = async () => (await owner.call('get-dashboard')).body.needs.map(({ code }: { code: string }) => code)
    assert.ok((await needs()).includes('overlay_not_on_air'))
    await owner.call('add-obs-overlay')
    assert.ok(!(await needs()).includes('overlay_not_on_air'))
    const { overlay } = await view()
    assert.deepEqual(overlay, {
      source: 'Showcaller overlay',
      on_air: true,
      width: 1920,
      height: 1080,
      canvas_width: 1920,
      canvas_height: 1080,
      warnings: [],
    })
    assert.equal((await app.call('obs-status')).body.overlay_on_air, 1)
    const { settings } = obs.input('Showcaller overlay')
    assert.equal(settings.url, await app.ctx.overlays.link(app.channel))
    assert.equal(settings.reroute_audio, true)
    assert.ok(!app.logLines.some((line) => line.includes(String(settings.url).split('#')[1] ?? '')))
  })

  it('warns when the overlay is hidden, in another scene, muted, of another size, or has an old link', async () => {
    const wait = (expected: readonly string[]) =>
      eventually(`the warnings are ${expected}`, async () => String(await problems()) === String(expected))
    await app.call('obs-source', { source: 'Showcaller overlay', visible: false })
    await wait(['hidden'])
    await app.call('obs-scene', { scene: 'Break' })
    await wait(['not_in_scene'])
    assert.equal((await app.call('obs-status')).body.overlay_on_air, 0)
    // The scene Chat shows the scene Gameplay, and with it what is in there.
    await app.call('obs-scene', { scene: 'Chat' })
    await wait(['hidden'])
    await app.call('obs-source', { source: 'Showcaller overlay', scene: 'Gameplay', visible: true })
    await wait([])
    await app.call('obs-audio', { input: 'Showcaller overlay', muted: true })
    await wait(['muted'])
    await app.call('obs-input', { input: 'Showcaller overlay', settings: { width: 800, reroute_audio: false } })
    await wait(['size', 'audio_not_in_obs'])
    await owner.call('reset-overlay-link', { test: false })
    obs.report('InputSettingsChanged', { inputName: 'Showcaller overlay', inputSettings: {} })
    await wait(['old_link', 'size', 'audio_not_in_obs'])
    await app.call('obs-scene', { scene: 'Gameplay' })
    await owner.call('add-obs-overlay')
    await wait([])
  })

  it('leads back to where the first of several changes began, and leaves what somebody changed since', async () => {
    await app.call('obs-scene', { scene: 'Break', seconds: 600 })
    const { body } = await app.call('obs-scene', { scene: 'Chat', seconds: 0.2 })
    assert.equal(body.previous_scene, 'Break')
    clock.advance(200)
    await eventually('the first scene is back', async () => (await state()).scene === 'Gameplay')

    await app.call('obs-scene', { scene: 'Break', seconds: 0.2 })
    obs.show('Chat')
    await app.call('obs-filter', { source: 'Camera', filter: 'Blur', enabled: true, seconds: 0.3 })
    clock.advance(300)
    await eventually('the filter is off again', async () => obs.input('Camera').filters[0]?.enabled === false)
    assert.equal((await state()).scene, 'Chat')

    // A change without seconds is to stay.
    await app.call('obs-audio', { input: 'Mic', muted: true, seconds: 0.2 })
    await app.call('obs-audio', { input: 'Mic', muted: true })
    await app.call('obs-audio', { input: 'Intro', volume_db: -20, seconds: 0.3 })
    clock.advance(300)
    await eventually('the volume is back', async () => obs.input('Intro').volumeDb === 0)
    assert.equal(obs.input('Mic').muted, true)
    await app.call('obs-scene', { scene: 'Gameplay' })
  })

  it('undoes what was due while OBS was away as soon as it is back', async () => {
    await app.call('obs-source', { source: 'Logo', visible: false, seconds: 0.5 })
    const logo = () => obs.world.groups.get('Corner')?.[0]?.enabled
    assert.equal(logo(), false)
    await save({ password: 'wrong' })
    await eventually('OBS refuses', async () => (await view()).state === 'failed')
    const due = () => app.ctx.db.all(listDue, {})
    clock.advance(500)
    assert.ok((await due()).some(({ at }) => at <= clock.now()))
    assert.equal(logo(), false)
    await save({ password: fakeObsPassword })
    await eventually('it is undone', () => logo() === true)
    await eventually('nothing is left to undo', async () => (await due()).every(({ at }) => at > clock.now()))
  })

  it('tries again to undo what OBS refuses to undo', async () => {
    const logo = () => obs.world.groups.get('Corner')?.[0]?.enabled
    const isUndo = (type: string, data: Readonly<Record<string, unknown>>) =>
      type === 'SetSceneItemEnabled' && data.sceneItemEnabled === true
    const undone = () => obs.requests.filter(({ type, data }) => isUndo(type, data)).length
    const before = undone()
    obs.refuseOnce(isUndo)
    await app.call('obs-source', { source: 'Logo', visible: false, seconds: 0.1 })
    clock.advance(100)
    await eventually('it is undone', () => logo() === true)
    assert.equal(undone(), before + 2)
  })

  it('that dies in the middle of a step fails this step with a sentence, and is asked for nothing again', async () => {
    const id = await makeAutomation(app, { type: 'manual' }, [
      { type: 'obs_scene', scene: 'Break' },
      { type: 'say', text: 'the show goes on' },
    ])
    const run = async () => {
      const { run_id } = (await app.call('run-automation', { id })).body
      await eventually('the run is over', async () => (await record(run_id)).status !== 'running')
      return record(run_id)
    }
    const record = async (runId: number) => (await app.call('get-automation-run', { run_id: runId })).body
    const switches = () => obs.requests.filter(({ type }) => type === 'SetCurrentProgramScene').length
    obs.refuseOnce((type) => {
      if (type !== 'SetCurrentProgramScene') return false
      obs.refuseConnections(true)
      return true
    })
    const cut = await run()
    assert.deepEqual(stepsOf(cut), ['1 obs_scene failed', '2 say done'])
    assert.equal(cut.steps[0].message, 'The connection to OBS was lost before OBS answered.')
    assert.deepEqual([cut.status, switches()], ['failed', 1])
    obs.refuseConnections(false)
    await eventually('OBS is connected', async () => (await state()).isConnected)
    assert.deepEqual([switches(), (await state()).scene], [1, 'Gameplay'], 'nothing is done late')
    assert.deepEqual([(await run()).status, (await state()).scene, switches()], ['done', 'Break', 2])
    await app.call('obs-scene', { scene: 'Gameplay' })
  })

  it('does not call a switch a success that OBS accepts and does not make', async (test) => {
    obs.holdScenes(true)
    test.after(() => obs.holdScenes(false))
    const { body } = await app.call('obs-scene', { scene: 'Break' }, { status: 502 })
    assert.deepEqual([body.code, /shows Gameplay/.test(body.error)], ['obs_refused', true])
  })

  it('lists sources of groups, and finds them', async () => {
    const { scenes } = (await app.call('obs-list')).body
    const names = scenes[0].sources.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)
    assert.ok(names.includes('Corner group') && names.includes('Logo image_source'))
    await app.call('obs-source', { source: 'Logo', visible: false })
    await app.call('obs-source', { source: 'Logo', visible: true })
  })

  it('is not reached by test keys, whose channel has no OBS', async () => {
    const { key } = await app.makeKey(allScopes, { isTest: true })
    assert.equal((await app.call('obs-scene', { scene: 'Break' }, { key, status: 502 })).body.code, 'obs_not_connected')
  })
})
