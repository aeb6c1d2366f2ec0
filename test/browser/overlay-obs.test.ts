import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { openOverlay } from './overlay-browser.ts'

runsOn('sqlite', { because: 'it is about what the page does; the calls behind it are tested on both engines' })
needs('chromium-127')

/**
 * `window.obsstudio` as the browser source of OBS offers it. Functions, events and permission levels are those of
 * @types/obs-studio and of the README of obs-browser 2.17.
 */
function fakeObsStudio(): void {
  const world = { level: 5, scene: 'Gameplay', recording: false, paused: false, streaming: false, replaybuffer: true }
  const happen = (name: string, detail: unknown = null) => dispatchEvent(new CustomEvent(`obs${name}`, { detail }))
  const allowed = (level: number, work: () => void) => () => void (world.level >= level && setTimeout(work, 5))
  const record = (isOn: boolean) =>
    allowed(5, () => {
      world.recording = isOn
      happen(isOn ? 'RecordingStarted' : 'RecordingStopped')
    })
  const obsstudio = {
    pluginVersion: '2.17.0',
    getControlLevel: (take: (level: number) => void) => take(world.level),
    getStatus: (take: (status: unknown) => void) =>
      take({
        recording: world.recording,
        recordingPaused: world.paused,
        streaming: world.streaming,
        replaybuffer: world.replaybuffer,
        virtualcam: false,
      }),
    getCurrentScene: (take: (scene: unknown) => void) => take({ name: world.scene, width: 1920, height: 1080 }),
    getScenes: (take: (scenes: readonly string[]) => void) => take(['Gameplay', 'Break']),
    setCurrentScene: (name: string) =>
      allowed(4, () => {
        world.scene = name
        happen('SceneChanged', { name, width: 1920, height: 1080 })
      })(),
    saveReplayBuffer: allowed(3, () => happen('ReplaybufferSaved')),
    startRecording: record(true),
    stopRecording: record(false),
  }
  Object.assign(window, { obsstudio, obsWorld: { world, happen } })
}

describe('OBS through the overlay page inside it', () => {
  let app: TestApp
  let owner: PanelClient
  let browser: Browser
  let page: Page
  let faults: string[]
  const clock = createTestClock({ runs: true })
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
    browser = await openLikeObs()
    const context = await browser.newContext()
    await context.addInitScript(fakeObsStudio)
    ;({ page, faults } = await openOverlay(context, await app.ctx.overlays.link(app.channel)))
    await eventually('the page says that it is in OBS', async () => (await app.ctx.obs.status(app)).isConnected)
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  it('has a status, switches scenes with an undo, records and saves replays', async () => {
    const { body } = await app.call('obs-status')
    assert.deepEqual([body.way, body.scene, body.replay_buffer, body.recording], ['page', 'Gameplay', 1, 0])
    const seq = await lastSeq(app)
    clock.hold()
    const switched = (await app.call('obs-scene', { scene: 'break', seconds: 0.3 })).body
    assert.deepEqual([switched.scene, switched.previous_scene], ['Break', 'Gameplay'])
    clock.advance(300)
    await eventually('the scene is back', async () => (await app.ctx.obs.status(app)).scene === 'Gameplay')
    clock.release()
    assert.equal((await app.call('obs-output', { output: 'record', action: 'start' })).body.active, 1)
    assert.equal((await app.call('obs-status')).body.recording, 1)
    assert.equal((await app.call('obs-output', { output: 'record', action: 'stop' })).body.active, 0)
    assert.equal((await app.call('obs-replay')).body.path, '')
    await eventually('all of it is in the log', async () => {
      const kinds = (await eventsSince(app, seq)).map(({ kind }) => kind)
      const expected = ['scene-changed', 'recording-started', 'recording-stopped', 'replay-saved']
      return expected.every((kind) => kinds.some((one) => one === `obs.${kind}`))
    })
    assert.equal((await app.call('obs-scene', { scene: 'Nowhere' }, { status: 404 })).body.code, 'scene_not_found')
  })

  it('knows whether the page is on air', async () => {
    await page.evaluate(() => {
      const { obsWorld } = window as unknown as { obsWorld: { happen(name: string, detail: unknown): void } }
      obsWorld.happen('SourceActiveChanged', { active: true })
    })
    await eventually('it is on air', async () => (await app.ctx.obs.status(app)).isOverlayOnAir === true)
    await app.call('tts', { text: 'Hello' })
    await eventually('the delivery says that it was on air', async () => {
      const { deliveries } = (await owner.call('list-deliveries', { limit: 1 })).body
      return deliveries[0]?.on_air === true
    })
  })

  it('says what it cannot do, and which page permissions that needs', async () => {
    const { body } = await app.call('obs-source', { source: 'Camera', visible: false }, { status: 502 })
    assert.match(body.error, /^OBS is reached through the overlay page, which cannot do this/)
    await page.evaluate(() => {
      const { obsWorld } = window as unknown as { obsWorld: { world: { level: number }; happen(name: string): void } }
      obsWorld.world.level = 3
      obsWorld.happen('SceneListChanged')
    })
    await eventually('the panel knows', async () => (await owner.call('get-obs')).body.limits.length === 3)
    const refused = await app.call('obs-scene', { scene: 'Break' }, { status: 502 })
    assert.match(refused.body.error, /"Advanced access to OBS"/)
    await app.call('obs-replay')
    assert.deepEqual(faults, [])
  })

  it('is gone with the page', async () => {
    await page.close()
    await eventually('OBS is gone', async () => !(await app.ctx.obs.status(app)).isConnected)
  })
})
