import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { writeWav } from '../../src/capabilities/sounds/wav.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import type { Browser } from '../tools/playwright.ts'
import { sample } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'
import { openLikeObs } from './open-like-obs.ts'
import { near, type OverlayWindow, openOverlay } from './overlay-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium-127')

/** The whole way: a person at the panel, the server, and the page inside OBS. */
describe('what the panel sets and uploads, on the overlay page', () => {
  let app: TestApp
  let owner: PanelClient
  let browser: Browser
  let window: OverlayWindow
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    browser = await openLikeObs()
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    window = await openOverlay(context, await app.ctx.overlays.link(app.channel))
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  async function upload(kind: string, name: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
    const { status, body } = await sendFile(app, owner, { kind, name, bytes })
    assert.equal(status, 200, body.error)
    return body.upload.ref
  }
  async function call(name: string, input: object = {}) {
    const { status, body } = await owner.call(name, input)
    assert.equal(status, 200, `${name}: ${body.error}`)
    return body
  }
  const delivery = (id: string) => app.ctx.overlays.find(app.channel, id)
  const become = (id: string, state: string) =>
    eventually(`${id} ${state}`, async () => (await delivery(id))?.state === state)
  const warnings = () => app.logLines.filter((line) => line.includes('reported a warning'))

  it('plays an uploaded sound with its picture', async () => {
    const sound = await upload('sound', 'tone.wav', toneOf(440, 1.5))
    const image = await upload('image', 'dot.avif', sample('dot.avif'))
    const { alert } = await call('create-alert', { name: 'Tone', sound, image })
    await call('save-overlay-settings', { settings: { seconds: { 'audio-alert': 60 } } })
    const { id } = await call('test-alert', { id: alert.id })
    const picture = window.page.locator(`[data-id="${id}"] img`)
    await picture.waitFor({ state: 'attached' })
    const width = () => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)
    await eventually('the picture', async () => (await width()) === 24)
    await window.sounds(near(440), 'the tone')
    await call('skip-overlay-item', { id })
    await become(id, 'finished')
    await call('save-overlay-settings', { settings: {} })
    assert.deepEqual(warnings(), [])
  })

  it('plays every kind of sound and film that is taken', async () => {
    const files = [
      ['sound', 'tone.ogg'],
      ['sound', 'tone.flac'],
      ['sound', 'tone.webm'],
      ['video', 'film.webm'],
    ] as const
    await call('save-overlay-settings', { settings: { seconds: { 'audio-alert': 0.5 } } })
    for (const [kind, name] of files) {
      const ref = await upload(kind, name, sample(name))
      const { alert } = await call('create-alert', { name, [kind]: ref })
      const { id } = await call('test-alert', { id: alert.id })
      await become(id, 'finished')
      assert.deepEqual(warnings(), [], name)
    }
    await call('save-overlay-settings', { settings: {} })
  })

  it('has the theme, the colours and the stylesheet that were saved', async () => {
    const settings = { look: 'neon', colors: { accent: '#123456' }, custom_css: 'body { outline: 3px solid #abcdef }' }
    await call('save-overlay-settings', { settings })
    const { page } = window
    await page.waitForFunction(
      () =>
        document.body.dataset.look === 'neon' &&
        document.documentElement.style.getPropertyValue('--accent') === '#123456' &&
        getComputedStyle(document.body).outlineColor === 'rgb(171, 205, 239)',
    )
    await call('save-overlay-settings', { settings: {} })
    await page.waitForFunction(() => document.body.dataset.look === 'clean' && document.styleSheets.length > 0)
  })

  it('stands still while it is paused, also after a reload, and continues', async () => {
    // From here on each item stays until it is skipped.
    await call('save-overlay-settings', { settings: { seconds: { 'audio-alert': 60 } } })
    await call('pause-overlay')
    await window.page.reload()
    await window.page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
    const { id } = await call('test-overlay', { kind: 'audio-alert' })
    await become(id, 'sent')
    const { waiting, paused } = await call('get-overlay-queue')
    assert.deepEqual([waiting.map((one: { id: string }) => one.id), paused], [[id], true])
    assert.equal(await window.page.locator(`[data-id="${id}"]`).count(), 0)
    await call('resume-overlay')
    await window.page.locator(`[data-id="${id}"]`).waitFor({ state: 'attached' })
    await become(id, 'shown')
    await call('clear-overlay')
    await become(id, 'finished')
  })

  it('forgets what waited when the queue is cleared', async () => {
    await call('pause-overlay')
    const ids = []
    for (let n = 0; n < 3; n++) ids.push((await call('test-overlay', { kind: 'audio-alert' })).id)
    assert.deepEqual(await call('clear-overlay'), { success: true, cleared: 3 })
    await call('resume-overlay')
    const last = await call('test-overlay', { kind: 'audio-alert' })
    await window.page.locator(`[data-id="${last.id}"]`).waitFor({ state: 'attached' })
    for (const id of ids) {
      const { state, error } = (await delivery(id)) ?? {}
      assert.deepEqual([state, error], ['failed', 'cleared'])
      assert.equal(await window.page.locator(`[data-id="${id}"]`).count(), 0)
    }
    await become(last.id, 'shown')
    await call('skip-overlay-item', { id: last.id })
    await become(last.id, 'finished')
  })

  it('forgets what it held when the queue is cleared while it is away', async () => {
    const { page } = window
    const link = page.url()
    await call('pause-overlay')
    const { id } = await call('test-overlay', { kind: 'audio-alert' })
    await become(id, 'sent')
    await page.goto('about:blank')
    assert.deepEqual(await call('clear-overlay'), { success: true, cleared: 1 })
    await call('resume-overlay')
    await page.goto(link)
    await page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
    const last = await call('test-overlay', { kind: 'audio-alert' })
    await page.locator(`[data-id="${last.id}"]`).waitFor({ state: 'attached' })
    assert.equal((await delivery(id))?.state, 'failed')
    await become(last.id, 'shown')
    await call('skip-overlay-item', { id: last.id })
    await become(last.id, 'finished')
  })
})

function toneOf(hertz: number, seconds: number): Buffer<ArrayBuffer> {
  const sampleRate = 16_000
  const samples = new Int16Array(sampleRate * seconds).map((_, n) =>
    Math.round(Math.sin((2 * Math.PI * hertz * n) / sampleRate) * 16_000),
  )
  return writeWav({ sampleRate, channels: 1, samples })
}
