import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { needs } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { Browser } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { near, type OverlayWindow, openOverlay, transparentShot } from './overlay-browser.ts'
import { coverage, readPng } from './overlay-pixels.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

needs('chromium-127')

describe('the built-in effects', () => {
  let stage: StageServer
  let browser: Browser
  let window: OverlayWindow

  before(async () => {
    stage = await createStageServer()
    stage.file('star.svg', {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle cx="45" cy="45" r="45" fill="gold"/></svg>',
    })
    browser = await openLikeObs()
    window = await openOverlay(await browser.newContext({ viewport: { width: 480, height: 270 } }), stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  const painted = async () => coverage(readPng(await transparentShot(window.page)))
  const isEmpty = () =>
    window.page.waitForFunction(() => document.querySelectorAll('[data-kind="effect"], canvas, iframe').length === 0)

  it('are each seen and leave nothing behind', async () => {
    const types = [
      ...['confetti', 'fireworks', 'hearts', 'snow', 'rain', 'emoji-rain', 'Screen Shake', 'flash', 'spotlight'],
      ...['image', 'text_burst'],
    ]
    for (const type of types) {
      const id = stage.effect(type, { seconds: 30, url: '/files/star.svg', rockets: 20, flashes: 10 }, { text: 'Go' })
      await stage.reported(id, 'shown')
      const item = window.page.locator(`[data-kind="effect"][data-id="${id}"]`)
      assert.equal(await item.getAttribute('data-effect-type'), type)
      await eventually(`${type} to paint something`, async () => (await painted()) > 0)
      stage.send({ type: 'control', action: 'skip', id })
      await stage.reported(id, 'finished')
    }
    await isEmpty()
    assert.equal(await painted(), 0)
  })

  it('keep to their time', async () => {
    const began = Date.now()
    const [long, short] = [stage.effect('snow'), stage.effect('snow', { seconds: 1 })]
    await stage.reported(short, 'finished')
    assert.ok(Date.now() - began >= 950)
    const isOver = stage.reports.some((report) => report.id === long && report.type === 'finished')
    assert.equal(isOver, false, 'one second is over before the default of fifteen')
    stage.send({ type: 'control', action: 'skip', id: long })
    await isEmpty()
  })

  it('run beside each other and beside cards, on one canvas', async () => {
    const card = stage.fire('audio-alert', { alert: 1, name: 'card', username: 'a', durationMs: 60_000 })
    const ids = ['confetti', 'hearts', 'snow'].map((type) => stage.effect(type, { seconds: 60 }))
    for (const id of [card, ...ids]) await stage.reported(id, 'shown')
    assert.equal(await window.page.locator('canvas').count(), 1)
    assert.equal(await window.page.locator('[data-kind="effect"]').count(), 3)
    stage.send({ type: 'control', action: 'clear' })
    for (const id of ids) await stage.reported(id, 'finished')
    await isEmpty()
  })

  it('show a caption only where the caller has something to say', async () => {
    const silent = stage.effect('snow', { seconds: 60 })
    const withMessage = stage.effect('snow', { seconds: 60 }, { message: 'It <b>snows</b>' })
    const caption = window.page.locator(`[data-id="${withMessage}"] .caption`)
    await caption.waitFor({ state: 'attached' })
    assert.equal(await caption.locator('.username').textContent(), 'Alice')
    assert.equal(await caption.locator('.message').textContent(), 'It <b>snows</b>')
    assert.equal(await window.page.locator(`[data-id="${silent}"] .caption`).getAttribute('hidden'), '')
    stage.send({ type: 'control', action: 'clear' })
    await stage.reported(withMessage, 'finished')
  })

  it('may bring a sound, and are failed with a reason when there is no such effect or picture', async () => {
    const url = stage.file('whoosh.wav', tone(550, 30))
    const id = stage.effect('confetti', { seconds: 60, sound: { url, volume: 1 } })
    await window.sounds(near(550), 'its sound')
    stage.send({ type: 'control', action: 'skip', id })
    await stage.reported(id, 'finished')
    await window.quiet()
    const unknown = await stage.reported(stage.effect('earthquake'), 'failed')
    assert.match('reason' in unknown ? unknown.reason : '', /no effect of type earthquake/)
    const picture = await stage.reported(stage.effect('image', { url: 'https://elsewhere.example/x.png' }), 'failed')
    assert.match('reason' in picture ? picture.reason : '', /no image on this server/)
  })

  it('never flash three times in a second, however many are asked for', async () => {
    await window.page.evaluate(() => {
      const peaks: number[] = []
      Object.assign(globalThis, { peaks })
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...given) {
        if (this.classList.contains('flash')) peaks.push(performance.now())
        return animate.apply(this, given)
      }
    })
    const ids = Array.from({ length: 8 }, () => stage.effect('flash', { flashes: 10, seconds: 2.5, color: '#f00' }))
    for (const id of ids) await stage.reported(id, 'finished')
    const peaks = await window.page.evaluate(() => (globalThis as unknown as { peaks: number[] }).peaks)
    assert.ok(peaks.length >= 2)
    for (const [index, at] of peaks.entries()) {
      const inSecond = peaks.slice(index).filter((other) => other - at < 1_000).length
      assert.ok(inSecond < 3, `${inSecond} flashes within a second`)
    }
  })

  it('give way, the oldest first, when far too many are asked for', async () => {
    const ids = Array.from({ length: 25 }, () => stage.effect('hearts', { seconds: 60 }))
    for (const id of ids.slice(0, 5)) await stage.reported(id, 'finished')
    await window.page.waitForFunction(() => document.querySelectorAll('[data-kind="effect"]').length === 20)
    stage.send({ type: 'control', action: 'clear' })
    await isEmpty()
  })
})
