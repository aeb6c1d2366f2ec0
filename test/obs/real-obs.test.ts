import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { makeAutomation, stepsOf } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openSocket } from '../published-events/event-socket.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { givenValues } from '../service-setups/given-values.ts'
import { createTestClock } from '../test-clock.ts'
import { obsPassword, type RealObs, startObs } from './real-obs.ts'

runsOn('sqlite', { because: 'it is about a real OBS; what is stored of one is tested on both engines with a fake OBS' })
needs('obs', 'xvfb')
isSlow('it starts OBS, records, and saves a replay')

describe('a real OBS', () => {
  const clock = createTestClock()
  let obs: RealObs
  let app: TestApp
  before(async () => {
    obs = await startObs()
    app = await open()
  })
  after(async () => {
    await app?.close()
    await obs?.close()
  })

  async function open(folder?: string): Promise<TestApp> {
    const given = givenValues({ SHOWCALLER_OBS_URL: obs.url, SHOWCALLER_OBS_PASSWORD: obsPassword })
    const opened = await createTestApp({ clock, config: { given }, ...(folder !== undefined && { folder }) })
    await eventually('OBS is connected', async () => (await opened.ctx.obs.status(opened)).isConnected)
    return opened
  }

  /** Without a key, whose limit would end before the patience of a test. */
  const ask = async (type: string, data: object) =>
    (await app.ctx.obs.call(app, 'request', { type, data: { ...data } })).data as Record<string, unknown>
  const state = () => app.ctx.obs.status(app)

  async function visible(source: string): Promise<boolean> {
    const { scenes } = await app.ctx.obs.call(app, 'list', {})
    const sources = scenes.find(({ name }) => name === 'Main')?.sources
    return sources?.find(({ name }) => name === source)?.visible === true
  }

  it('says what is on air, which scenes and inputs there are, and that the overlay is missing', async () => {
    const { body } = await app.call('obs-status')
    assert.deepEqual(body, {
      success: true,
      connected: 1,
      scene: 'Main',
      preview_scene: null,
      streaming: 0,
      recording: 0,
      replay_buffer: 0,
      virtual_camera: 0,
      overlay_on_air: 0,
      way: 'socket',
    })
    const { scenes, inputs } = (await app.call('obs-list')).body
    assert.deepEqual(
      scenes.map(({ name }: { name: string }) => name),
      ['Main', 'Break', 'Stage'],
    )
    assert.deepEqual(
      scenes[0].sources.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`),
      ['Music ffmpeg_source', 'Headline text_ft2_source_v2', 'Background color_source_v3'],
    )
    assert.ok(inputs.some(({ name, muted }: { name: string; muted: boolean }) => name === 'Music' && muted === false))
  })

  it('switches scenes, and has switched when the answer comes', async () => {
    const seq = await lastSeq(app)
    const { body } = await app.call('obs-scene', { scene: 'Break' })
    assert.deepEqual([body.scene, body.previous_scene], ['Break', 'Main'])
    assert.equal((await state()).scene, 'Break')
    const events = await eventsSince(app, seq)
    assert.deepEqual(
      events.filter(({ kind }) => kind === 'obs.scene-changed').map(({ data }) => data),
      [{ scene: 'Break', previous_scene: 'Main' }],
    )
    assert.equal((await app.call('obs-scene', { scene: 'main' })).body.scene, 'Main')
    assert.equal((await app.call('obs-scene', { scene: 'Nowhere' }, { status: 404 })).body.code, 'scene_not_found')
  })

  it('keeps the order of calls that do not wait for each other', async () => {
    const texts = Array.from({ length: 20 }, (_, number) => `line ${number}`)
    // On one connection: which of several arrives first is not ours to say.
    const socket = openSocket(app, { key: app.key })
    await socket.until(({ type }) => type === 'ready')
    for (const [id, text] of texts.entries()) {
      socket.send({ id, operation: 'obs-text', input: { source: 'Headline', text } })
    }
    await eventually(
      'all are answered',
      () => socket.messages.filter(({ status }) => status === 200).length === texts.length,
    )
    socket.close()
    const { body } = await app.call('obs-request', { type: 'GetInputSettings', data: { inputName: 'Headline' } })
    assert.equal(body.data.inputSettings.text, texts.at(-1))
  })

  it('hides and shows a source, and undoes it by itself', async () => {
    const seq = await lastSeq(app)
    const { body } = await app.call('obs-source', { source: 'Headline', visible: false, seconds: 0.3 })
    assert.deepEqual([body.visible, body.previous_visible], [false, true])
    clock.advance(300)
    await eventually('it is back', () => visible('Headline'))
    await eventually('both are in the log', async () => {
      const events = await eventsSince(app, seq)
      return ['obs.source-hidden', 'obs.source-shown'].every((kind) =>
        events.some((event) => event.kind === kind && event.data.source === 'Headline'),
      )
    })
    const missing = { source: 'Nothing', visible: true }
    assert.equal((await app.call('obs-source', missing, { status: 404 })).body.code, 'source_not_found')
  })

  it('records, and says where the file is and that this recording cannot be paused', async () => {
    const output = async (action: string) => (await app.call('obs-output', { output: 'record', action })).body
    assert.equal((await output('start')).active, 1)
    assert.equal((await app.call('obs-status')).body.recording, 1)
    // OBS answers that it is done, and does not do it: the recording shares the encoder of the stream.
    const pause = await app.call('obs-output', { output: 'record', action: 'pause' }, { status: 502 })
    assert.match(pause.body.error, /did not pause/)
    const { active, path } = await output('stop')
    assert.equal(active, 0)
    assert.ok(existsSync(path), path)
    assert.equal((await app.call('obs-status')).body.recording, 0)
  })

  it('saves a replay while the replay buffer is on, and says so while it is off', async () => {
    const off = await app.call('obs-replay', {}, { status: 502 })
    assert.deepEqual([off.body.code, /replay buffer is off/.test(off.body.error)], ['obs_refused', true])
    await app.call('obs-output', { output: 'replay_buffer', action: 'start' })
    const seq = await lastSeq(app)
    const { path } = (await app.call('obs-replay')).body
    assert.ok(existsSync(path), path)
    assert.deepEqual(
      (await eventsSince(app, seq)).map(({ kind, data }) => [kind, data.path]),
      [['obs.replay-saved', path]],
    )
    assert.equal((await app.call('obs-output', { output: 'replay_buffer', action: 'toggle' })).body.active, 0)
  })

  it('does not take a start for a success that OBS takes back', async () => {
    // There is no service to stream to.
    const { body } = await app.call('obs-output', { output: 'stream', action: 'start' }, { status: 502 })
    assert.equal(body.code, 'obs_refused')
    assert.equal((await app.call('obs-status')).body.streaming, 0)
  })

  it('mutes, changes volumes, turns filters on and controls media', async () => {
    await app.call('obs-audio', { input: 'Music', muted: true, volume_db: -12.5 })
    const music = { inputName: 'Music' }
    assert.equal((await ask('GetInputMute', music)).inputMuted, true)
    assert.ok(Math.abs(Number((await ask('GetInputVolume', music)).inputVolumeDb) + 12.5) < 0.05)
    await app.call('obs-audio', { input: 'Music', muted: false, volume_db: 0, seconds: 0.2 })
    clock.advance(200)
    await eventually('it is muted again', async () => (await ask('GetInputMute', music)).inputMuted === true)
    const { body } = await app.call('obs-filter', { source: 'Background', filter: 'Grey', enabled: true })
    assert.deepEqual([body.enabled, body.previous_enabled], [true, false])
    const other = { source: 'Background', filter: 'Blur', enabled: true }
    assert.equal((await app.call('obs-filter', other, { status: 404 })).body.code, 'filter_not_found')
    await app.call('obs-media', { input: 'Music', action: 'pause' })
    await app.call('obs-media', { input: 'Music', action: 'restart' })
    await app.call('obs-input', { input: 'Background', settings: { color: 4278190335 } })
    const unknown = { input: 'Nothing', settings: {} }
    assert.equal((await app.call('obs-input', unknown, { status: 404 })).body.code, 'input_not_found')
  })

  it('changes the voice by a filter of the microphone, and back by itself', async () => {
    const filters = [{ filter: 'Louder', name: 'Giant' }]
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'microphone', { input: 'Music', filters }))
    const { inputs } = await app.ctx.obs.call(app, 'audio-filters', {})
    assert.deepEqual(
      inputs.find(({ name }) => name === 'Music'),
      { name: 'Music', filters: ['Louder'] },
    )
    assert.ok(!inputs.some(({ name }) => name === 'Background'), 'a colour has no sound')
    const louder = { sourceName: 'Music', filterName: 'Louder' }
    const isOn = async () => (await ask('GetSourceFilter', louder)).filterEnabled
    await app.call('voice-effect', { effect: 'Giant', seconds: 1, target: 'microphone' })
    assert.equal(await isOn(), true)
    clock.advance(1_000)
    await eventually('it is off', async () => (await isOn()) === false)
    await app.call('voice-effect', { effect: 'Giant', seconds: 600, target: 'microphone' })
    assert.equal((await app.call('stop-voice-effect')).body.stopped, 1)
    assert.equal(await isOn(), false)
  })

  it('refuses what OBS refuses, with its reason', async () => {
    const { body } = await app.call('obs-request', { type: 'GetSourceActive', data: {} }, { status: 502 })
    assert.equal(body.code, 'obs_refused')
    assert.match(body.error, /sourceName/)
    const text = await app.call('obs-text', { source: 'Background', text: 'x' }, { status: 502 })
    assert.match(text.body.error, /not a text source/)
  })

  it('undoes a change after a restart of the server', async () => {
    await app.call('obs-scene', { scene: 'Main' })
    await app.call('obs-scene', { scene: 'Break', seconds: 1 })
    const { folder } = app
    await app.close({ keepFolder: true })
    app = await open(folder)
    assert.equal((await state()).scene, 'Break')
    clock.advance(1_000)
    await eventually('the scene is back', async () => (await state()).scene === 'Main')
  })

  it('is found again after it was restarted, with what is on air now, and undoes what was due meanwhile', async () => {
    const seq = await lastSeq(app)
    await app.call('obs-scene', { scene: 'Main' })
    await app.call('obs-scene', { scene: 'Break', seconds: 600 })
    await obs.stop()
    await eventually('OBS is gone', async () => !(await state()).isConnected)
    const { body } = await app.call('obs-scene', { scene: 'Main' }, { status: 502 })
    assert.equal(body.code, 'obs_not_connected')

    clock.advance(600_000)
    await obs.start('Break')
    await eventually('OBS is connected', async () => (await state()).isConnected)
    await eventually('the change is undone', async () => (await state()).scene === 'Main')
    assert.equal((await ask('GetCurrentProgramScene', {})).currentProgramSceneName, 'Main')
    const after = (await app.call('obs-status')).body
    assert.deepEqual([after.connected, after.scene, after.recording, after.replay_buffer], [1, 'Main', 0, 0])
    await eventually('it is in the log', async () => {
      const kinds = (await eventsSince(app, seq)).map(({ kind }) => kind)
      const [gone, back] = [kinds.indexOf('obs.gone'), kinds.lastIndexOf('obs.connected')]
      return gone >= 0 && back > gone && kinds.lastIndexOf('obs.scene-changed') > back
    })
    assert.equal((await app.call('obs-scene', { scene: 'Break' })).body.previous_scene, 'Main')
  })

  it('that is killed in the middle of a step fails this step, and the same step works when it is back', async () => {
    const id = await makeAutomation(app, { type: 'manual' }, [
      { type: 'obs_scene', scene: 'Break' },
      { type: 'say', text: 'the show goes on' },
    ])
    const record = async (runId: number) => (await app.call('get-automation-run', { run_id: runId })).body
    const begin = async () => (await app.call('run-automation', { id })).body.run_id as number
    const finished = async (runId: number) => {
      await eventually('the run is over', async () => (await record(runId)).status !== 'running')
      return record(runId)
    }
    obs.freeze()
    const cut = await begin()
    // OBS answers nothing while it is frozen, so the step lasts until it is killed.
    assert.equal((await record(cut)).status, 'running')
    await obs.kill()
    assert.deepEqual(stepsOf(await finished(cut)), ['1 obs_scene failed', '2 say done'])
    await obs.start('Main')
    await eventually('OBS is connected', async () => (await state()).isConnected)
    assert.equal((await state()).scene, 'Main', 'nothing is done late')
    assert.equal((await finished(await begin())).status, 'done')
    assert.equal((await state()).scene, 'Break')
  })
})
