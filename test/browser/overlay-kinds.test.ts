import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { launchLikeObs, type OverlayWindow, openOverlay, transparentShot } from './overlay-browser.ts'
import { alphaAt, coverage, readPng } from './overlay-pixels.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

const picture = {
  type: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120" fill="#0f0"/></svg>',
}

describe('on the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  let window: OverlayWindow
  let horn: string
  let voice: string

  before(async () => {
    stage = await createStageServer()
    horn = stage.file('horn.wav', tone(440, 0.7))
    voice = stage.file('voice.wav', tone(880, 1.4))
    stage.file('picture.svg', picture)
    stage.file('broken.png', { type: 'image/png', body: 'this is no picture' })
    stage.file('broken.wav', { type: 'audio/wav', body: 'this is no sound' })
    browser = await launchLikeObs()
    context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    window = await openOverlay(context, stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  function pitches(): number[] {
    return [...new Set(window.heard.splice(0).map(({ hertz }) => Math.round(hertz / 20) * 20))]
  }

  it('speaks: who and what stand there for as long as it sounds, word after word, and then nothing does', async () => {
    const text = 'Hello to everyone who came tonight'
    const id = stage.fire('tts', { username: 'Alice', text, audio: { url: voice, durationMs: 1_400 } })
    const began = Date.now()
    const card = window.page.locator(`[data-kind="tts"][data-id="${id}"]`)
    await card.locator('.word.said').nth(2).waitFor({ state: 'attached' })
    assert.equal(await card.locator('.username').textContent(), 'Alice')
    assert.equal(await card.locator('.message').textContent(), text)
    assert.ok((await card.locator('.word:not(.said)').count()) > 0, 'not everything was said yet')
    await stage.reported(id, 'finished')
    const tookMs = Date.now() - began
    assert.ok(tookMs > 1_900 && tookMs < 4_500, `a sound of 1.4 s and a moment more, not ${tookMs} ms`)
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(pitches(), [880])
    assert.equal(coverage(readPng(await transparentShot(window.page))), 0)
  })

  it('alerts: picture, name, price and sound together', async () => {
    const payload = { alert: 1, name: 'Air Horn', username: 'Bob', points: 1500 }
    const extras = { sound: { url: horn, volume: 0.5 }, image: { url: '/files/picture.svg' }, durationMs: 1_500 }
    const id = stage.fire('audio-alert', { ...payload, ...extras })
    const card = window.page.locator(`[data-id="${id}"]`)
    await card.waitFor({ state: 'attached' })
    assert.equal(await card.locator('.username').textContent(), 'Bob')
    assert.equal(await card.locator('.message').textContent(), 'Air Horn')
    assert.equal(await card.locator('.price').textContent(), '1,500 points')
    assert.ok((await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)) > 0)
    await stage.reported(id, 'finished')
    const peak = Math.max(...window.heard.map((heard) => heard.peak))
    assert.ok(peak > 0.15 && peak < 0.45, `half the volume of a tone of 0.6, not ${peak}`)
    assert.deepEqual(pitches(), [440])
  })

  it('plays a video in an alert', async () => {
    const video = await window.page.evaluate(recordVideo)
    const url = stage.file('clip.webm', { type: 'video/webm', body: Buffer.from(video, 'base64') })
    const id = stage.fire('audio-alert', { alert: 1, name: 'Clip', username: 'Bob', video: { url }, durationMs: 1_200 })
    const playing = window.page.locator(`[data-id="${id}"] video`)
    await playing.waitFor({ state: 'attached' })
    await window.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
    await stage.reported(id, 'finished')
    await playing.waitFor({ state: 'detached' })
    assert.equal(
      stage.reports.some(({ type }) => type === 'trouble'),
      false,
    )
  })

  it('thanks: the amount as its currency is written, first the sound and then the message', async () => {
    const id = stage.fire('donation', {
      ...{ amount: 12.5, currency: '€', displayname: 'Carol', message: 'For the microphone' },
      ...{ sound: { url: horn }, audio: { url: voice, durationMs: 1_400 } },
    })
    const card = window.page.locator(`[data-id="${id}"]`)
    await card.waitFor({ state: 'attached' })
    assert.equal(await card.locator('.amount').textContent(), '€12.50')
    await stage.reported(id, 'finished')
    const when = (hertz: number) => window.heard.filter((one) => Math.abs(one.hertz - hertz) < 25).map(({ at }) => at)
    assert.ok(Math.max(...when(440)) < Math.min(...when(880)), 'they do not talk over each other')
    assert.deepEqual(pitches(), [440, 880])
  })

  const amounts = [
    [5, 'USD', '$5.00', 'plain'],
    [20, '$', '$20.00', 'bright'],
    [1500, 'JPY', '¥1,500', 'plain'],
    [50, 'TRY', '₺50.00', 'plain'],
    [100, 'eur', '€100.00', 'grand'],
    [300, 'Bits', '300 Bits', 'plain'],
    [7, 'kr', '7 kr', 'plain'],
  ] as const
  it('writes amounts as people of that currency do, and shows large ones larger', async () => {
    for (const [amount, currency, text, style] of amounts) {
      const id = stage.fire('donation', { amount, currency, displayname: 'x', message: '', durationMs: 900 })
      const card = window.page.locator(`[data-id="${id}"]`)
      await card.waitFor({ state: 'attached' })
      assert.equal(await card.locator('.amount').textContent(), text)
      assert.equal(await card.getAttribute('data-style'), style)
      stage.tell({ type: 'control', action: 'skip' })
      await stage.reported(id, 'finished')
    }
    stage.tell({ type: 'control', action: 'clear' })
    await window.page.locator('.field').waitFor({ state: 'detached' })
  })

  it('leaves every pixel free that is not part of a card, in any colour scheme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.page.emulateMedia({ colorScheme })
      const id = stage.fire('audio-alert', { alert: 1, name: 'Bell', username: 'Dave', durationMs: 1_200 })
      const card = window.page.locator(`[data-id="${id}"]`)
      await card.waitFor({ state: 'attached' })
      await new Promise((resolve) => setTimeout(resolve, 350))
      const box = await card.boundingBox()
      const shot = readPng(await transparentShot(window.page))
      assert.ok(box !== null)
      assert.ok(alphaAt(shot, box.x + box.width / 2, box.y + box.height - 4) > 200)
      for (const [x, y] of [
        [0, 0],
        [1919, 0],
        [960, 540],
        [1919, 1079],
        [box.x + box.width + 90, box.y],
      ] as const) {
        assert.equal(alphaAt(shot, x, y), 0, `${x}, ${y} in ${colorScheme}`)
      }
      await stage.reported(id, 'finished')
    }
  })

  it('shows the rest of an alert whose picture or sound is broken, and reports what was', async () => {
    const broken = { image: { url: '/files/broken.png' }, sound: { url: '/files/broken.wav' } }
    const id = stage.fire('audio-alert', { alert: 1, name: 'Broken', username: 'Erin', durationMs: 1_500, ...broken })
    await window.page.locator(`[data-id="${id}"] .message`).waitFor({ state: 'attached' })
    await stage.reported(id, 'finished')
    const troubles = stage.reports.filter((report) => report.id === id && report.type === 'trouble')
    assert.deepEqual(troubles.map((report) => ('reason' in report ? report.reason.split(' ')[1] : '')).sort(), [
      'image',
      'sound',
    ])
    const missing = { sound: { url: '/files/nowhere.wav' }, image: { url: 'https://elsewhere.example/x.png' } }
    const other = stage.fire('audio-alert', { alert: 1, name: 'Gone', username: 'Erin', durationMs: 300, ...missing })
    await stage.reported(other, 'finished')
    const reasons = stage.reports.flatMap((report) =>
      report.id === other && 'reason' in report ? [report.reason] : [],
    )
    assert.match(reasons.join('; '), /sound answered 404/)
    assert.match(reasons.join('; '), /not on this server/)
    // The browser itself complains of the file that is not there.
    assert.ok(window.faults.splice(0).every((fault) => /404/.test(fault)))
  })
})

/** A short film, made in the page. */
async function recordVideo(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.start()
  for (let frame = 0; frame < 25; frame++) {
    if (pen !== null) pen.fillStyle = frame % 2 === 0 ? 'red' : 'blue'
    pen?.fillRect(0, 0, 64, 64)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve
  })
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
