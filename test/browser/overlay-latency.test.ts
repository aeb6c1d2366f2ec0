import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { isSlow, needs } from '../declare.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { near, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

needs('chromium-127')
isSlow('it opens a browser')

describe('from the cue to the sound', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  before(async () => {
    browser = await openLikeObs()
    context = await browser.newContext()
    stage = await createStageServer()
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(async () => {
    stage.stage = {}
    for (const page of context.pages()) await page.close()
  })

  const open = (): Promise<OverlayWindow> => openOverlay(context, stage.link)
  const asked = (url: string) => stage.requests.filter((path) => path === url).length
  const alert = (url: string) =>
    stage.fire('audio-alert', { alert: 1, name: 'x', username: 'y', sound: { url }, durationMs: 100 })
  const bytesOf = (hertz: number, seconds: number) => Buffer.from(tone(hertz, seconds).body)

  it('an announced sound is loaded when the page connects, and played without a further request', async () => {
    const url = stage.file('early.wav', tone(440, 0.5))
    stage.stage = { sounds: [url, stage.file('missing.wav', { type: 'audio/wav', body: '', status: 404 }), url] }
    const window = await open()
    await stage.until(() => asked(url) > 0 || undefined, 'the sound to be loaded')
    const other = stage.file('late.wav', tone(660, 0.5))
    stage.send({ type: 'sounds', sounds: [url, other] })
    await stage.until(() => asked(other) > 0 || undefined, 'the new sound to be loaded')
    await window.page.waitForLoadState('networkidle')
    await stage.reported(alert(url), 'finished')
    await window.sounds(near(440), 'the first sound')
    await stage.reported(alert(other), 'finished')
    await window.sounds(near(660), 'the second sound')
    assert.deepEqual([asked(url), asked(other)], [1, 1])
    assert.deepEqual(
      stage.reports.filter(({ type }) => type === 'warning'),
      [],
    )
  })

  it('speech is heard while the rest of it is still being spoken', async () => {
    const second = Promise.withResolvers<Buffer>()
    const partsUrl = stage.file('line/parts', {
      type: 'application/octet-stream',
      body: bytesOf(440, 1),
      async *more() {
        yield await second.promise
      },
    })
    const window = await open()
    const audio = { url: '/files/nothing.wav', partsUrl, durationMs: 2_000 }
    const id = stage.fire('tts', { username: 'a', text: 'one two three', audio })
    await window.sounds(near(440), 'the first part')
    assert.equal(asked('/files/nothing.wav'), 0)
    second.resolve(bytesOf(880, 1))
    await window.sounds(near(880), 'the second part')
    await stage.reported(id, 'finished')
    assert.equal(await window.page.locator(`[data-id="${id}"] .word:not(.said)`).count(), 0)
  })

  it('speech is loaded as a whole where its parts are missing, and where a voice effect needs all of it', async () => {
    const window = await open()
    const audio = { url: stage.file('whole.wav', tone(550, 1)), partsUrl: '/files/nowhere', durationMs: 1_000 }
    await stage.reported(stage.fire('tts', { username: 'a', text: 'hello', audio, durationMs: 100 }), 'finished')
    await window.sounds(near(550), 'the whole line')
    const parts = Buffer.concat([bytesOf(550, 0.5), bytesOf(550, 0.5)])
    const partsUrl = stage.file('two/parts', { type: 'application/octet-stream', body: parts })
    const both = { url: '/files/nothing.wav', partsUrl, durationMs: 1_000 }
    stage.fire('tts', { username: 'a', text: 'hello', audio: both, voice_effect: 'chipmunk', durationMs: 100 })
    await window.sounds(near(550 * 1.55), 'the line with the voice effect')
  })

  it('the next card enters when the exit animation of the last one is over, and not later', async () => {
    const { page } = await open()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const card = (name: string) =>
      stage.fire('audio-alert', { alert: 1, name, username: 'y', durationMs: 2_000 }, { expiresInMs: 600_000 })
    const [first, second] = [card('first'), card('second')]
    await page.locator(`[data-id="${first}"]`).waitFor({ state: 'attached' })
    await page.clock.runFor(2_000)
    await page.locator(`[data-id="${first}"].leaving`).waitFor({ state: 'attached' })
    const leaving = await page
      .locator(`[data-id="${first}"]`)
      .evaluate((element) =>
        Math.max(...getComputedStyle(element).transitionDuration.split(',').map(Number.parseFloat)),
      )
    await page.clock.runFor(leaving * 1000 - 10)
    assert.equal(await page.locator(`[data-id="${second}"]`).count(), 0)
    await page.clock.runFor(10)
    await page.locator(`[data-id="${second}"]`).waitFor({ state: 'attached' })
  })
})
