import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { needs } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { Browser, BrowserContext, Locator } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type Heard, near, type OverlayWindow, openOverlay, transparentShot } from './overlay-browser.ts'
import { alphaAt, coverage, readPng } from './overlay-pixels.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

needs('chromium-127')

const picture = {
  type: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120" fill="#0f0"/></svg>',
}

/** Long enough for whatever a test looks at; it is skipped when the test has seen it. */
const longMs = 60_000

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
    voice = stage.file('voice.wav', tone(880, 2))
    stage.file('picture.svg', picture)
    stage.file('broken.png', { type: 'image/png', body: 'this is no picture' })
    stage.file('broken.wav', { type: 'audio/wav', body: 'this is no sound' })
    browser = await openLikeObs()
    context = await browser.newContext({ viewport: { width: 960, height: 540 } })
    window = await openOverlay(context, stage.link)
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(() => assert.deepEqual(window.faults.splice(0), []))

  /**
   * Once all is quiet: which of the files were heard, in order. A tenth beside its pitch a file is still that file:
   * what a browser of a busy machine renders with interruptions measures up to 30 Hz too high or too low.
   */
  function pitches(): (number | string)[] {
    const known = [440, 660, 880]
    const clear = window.heard.splice(0).filter(({ level }) => level > -30)
    const nameOf = ({ hertz }: Heard) => known.find((file) => Math.abs(hertz - file) < file / 10) ?? `${hertz} Hz`
    return [...new Set(clear.map(nameOf))]
  }

  async function skip(id: string): Promise<void> {
    stage.send({ type: 'control', action: 'skip', id })
    await stage.reported(id, 'finished')
    await window.page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
  }

  it('speaks: who and what stand there for as long as it sounds, word after word, and then nothing does', async () => {
    const text = 'Hello to everyone who came tonight'
    await window.page.evaluate(watchWords)
    const began = Date.now()
    const id = stage.fire('tts', { username: 'Alice', text, audio: { url: voice, durationMs: 2_000 } })
    const card = window.page.locator(`[data-kind="tts"][data-id="${id}"]`)
    await stage.reported(id, 'finished')
    const tookMs = Date.now() - began
    assert.ok(tookMs > 2_500, `a sound of two seconds and a moment more, not ${tookMs} ms`)
    await card.waitFor({ state: 'detached' })
    await window.sounds(near(880), 'the voice')
    await window.quiet()
    assert.deepEqual(pitches(), [880])
    const seen = await window.page.evaluate(() => (globalThis as unknown as { seen: SeenWords[] }).seen)
    assert.ok(seen.every(({ username, message }) => username === 'Alice' && message === text))
    const said = seen.map(({ saidWords }) => saidWords)
    assert.ok(
      said.some((count) => count > 0 && count < 6),
      `some words were said before others: ${said}`,
    )
    assert.equal(said.at(-1), 6)
    assert.equal(coverage(readPng(await transparentShot(window.page))), 0)
  })

  it('alerts: picture, name, price and sound together', async () => {
    const payload = { alert: 1, name: 'Air Horn', username: 'Bob', points: 1500 }
    const extras = { sound: { url: horn, volume: 0.5 }, image: { url: '/files/picture.svg' }, durationMs: longMs }
    const id = stage.fire('audio-alert', { ...payload, ...extras })
    const card = window.page.locator(`[data-id="${id}"]`)
    await card.waitFor({ state: 'attached' })
    assert.equal(await card.locator('.username').textContent(), 'Bob')
    assert.equal(await card.locator('.message').textContent(), 'Air Horn')
    assert.equal(await card.locator('.price').textContent(), '1,500 points')
    const width = () => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    await eventually('the picture', async () => (await width()) > 0)
    await window.sounds(near(440), 'the horn')
    await window.quiet()
    await skip(id)
    const peak = Math.max(...window.heard.map((heard) => heard.peak))
    assert.ok(peak > 0.15 && peak < 0.45, `half the volume of a tone of 0.6, not ${peak}`)
    assert.deepEqual(pitches(), [440])
  })

  it('plays a video in an alert, with its sound', async () => {
    const film = await window.page.evaluate(recordVideo)
    const url = stage.file('clip.webm', { type: 'video/webm', body: Buffer.from(film, 'base64') })
    const video = { url, volume: 0.5 }
    const id = stage.fire('audio-alert', { alert: 1, name: 'Clip', username: 'Bob', video, durationMs: longMs })
    const playing = window.page.locator(`[data-id="${id}"] video`)
    await playing.waitFor({ state: 'attached' })
    await window.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1)
    await window.sounds(near(660), 'the sound of the film')
    await skip(id)
    // The film was recorded while other things went on, so it may have its faults.
    await window.quiet()
    window.heard.length = 0
    assert.equal(
      stage.reports.some(({ type }) => type === 'warning'),
      false,
    )
  })

  it('thanks: the amount as its currency is written, first the sound and then the message', async () => {
    const id = stage.fire('donation', {
      ...{ amount: 12.5, currency: '€', displayname: 'Carol', message: 'For the microphone' },
      ...{ sound: { url: horn }, audio: { url: voice, durationMs: 2_000 } },
    })
    const card = window.page.locator(`[data-id="${id}"]`)
    await card.waitFor({ state: 'attached' })
    await hasCountedTo(card, '€12.50')
    await stage.reported(id, 'finished')
    await window.sounds(near(880), 'the voice')
    await window.quiet()
    const when = (hertz: number) => window.heard.filter(near(hertz)).map(({ at }) => at)
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
      const id = stage.fire('donation', { amount, currency, displayname: 'x', message: '', durationMs: longMs })
      const card = window.page.locator(`[data-id="${id}"]`)
      await card.waitFor({ state: 'attached' })
      await hasCountedTo(card, text)
      assert.equal(await card.getAttribute('data-style'), style)
      await skip(id)
    }
    const donation = { amount: 3, currency: 'USD', displayname: 'x', message: '', durationMs: longMs }
    const chosen = stage.fire('donation', { ...donation, style: 'grand', effect: 'hearts' })
    await stage.reported(chosen, 'shown')
    const card = window.page.locator(`[data-id="${chosen}"]`)
    assert.equal(await card.getAttribute('data-style'), 'grand', 'what the cue says goes before the settings')
    await window.page.locator('[data-effect-type="hearts"]').waitFor({ state: 'attached' })
    await skip(chosen)
    stage.send({ type: 'control', action: 'clear' })
    await window.page.locator('.field').waitFor({ state: 'detached' })
  })

  it('leaves every pixel free that is not part of a card, in any colour scheme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.page.emulateMedia({ colorScheme })
      const id = stage.fire('audio-alert', { alert: 1, name: 'Bell', username: 'Dave', durationMs: longMs })
      const card = window.page.locator(`[data-id="${id}"]`)
      await card.waitFor({ state: 'attached' })
      await window.page.waitForFunction(() => document.getAnimations().length === 0)
      const box = await card.boundingBox()
      const shot = readPng(await transparentShot(window.page))
      assert.ok(box !== null)
      assert.ok(alphaAt(shot, box.x + box.width / 2, box.y + box.height - 4) > 200)
      for (const [x, y] of [
        [0, 0],
        [959, 0],
        [480, 270],
        [959, 539],
        [box.x + box.width + 60, box.y],
      ] as const) {
        assert.equal(alphaAt(shot, x, y), 0, `${x}, ${y} in ${colorScheme}`)
      }
      await skip(id)
    }
  })

  it('shows the rest of an alert whose picture or sound is broken, and reports what was', async () => {
    const broken = { image: { url: '/files/broken.png' }, sound: { url: '/files/broken.wav' } }
    const id = stage.fire('audio-alert', { alert: 1, name: 'Broken', username: 'Erin', durationMs: longMs, ...broken })
    await window.page.locator(`[data-id="${id}"] .message`).waitFor({ state: 'attached' })
    const warningsOf = () => stage.reports.filter((report) => report.id === id && report.type === 'warning')
    const warnings = await stage.until(() => (warningsOf().length < 2 ? undefined : warningsOf()), 'both warnings')
    await skip(id)
    assert.deepEqual(warnings.map((report) => ('reason' in report ? report.reason.split(' ')[1] : '')).sort(), [
      'image',
      'sound',
    ])
    const missing = { sound: { url: '/files/nowhere.wav' }, image: { url: 'https://elsewhere.example/x.png' } }
    const other = stage.fire('audio-alert', { alert: 1, name: 'Gone', username: 'Erin', durationMs: 300, ...missing })
    await stage.reported(other, 'finished')
    const reasons = stage.reports.flatMap((report) =>
      report.id === other && 'reason' in report ? [report.reason] : [],
    )
    assert.match(reasons.join('; '), /the server answered with status 404/)
    assert.match(reasons.join('; '), /not on this server/)
    // The browser itself complains of the file that is not there.
    await stage.until(() => (window.faults.length > 0 ? true : undefined), 'the word of the browser')
    assert.ok(window.faults.splice(0).every((fault) => /404/.test(fault)))
  })
})

interface SeenWords {
  username: string
  message: string
  saidWords: number
}

/** Amounts count up to what they are. */
async function hasCountedTo(card: Locator, amount: string): Promise<void> {
  await eventually(`the amount is ${amount}`, async () => (await card.locator('.amount').textContent()) === amount)
}

/** Writes down how far each speech is, whenever a word of it lights up. */
function watchWords(): void {
  const seen: SeenWords[] = []
  Object.assign(globalThis, { seen })
  new MutationObserver(() => {
    const card = document.querySelector('[data-kind="tts"]')
    const part = (name: string) => card?.querySelector(name)?.textContent ?? ''
    const saidWords = card?.querySelectorAll('.said').length ?? 0
    if (saidWords > 0) seen.push({ username: part('.username'), message: part('.message'), saidWords })
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'] })
}

/** A short film with a tone, made in the page. */
async function recordVideo(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const pen = canvas.getContext('2d')
  const context = new AudioContext()
  const sound = new MediaStreamAudioDestinationNode(context)
  const tone = new OscillatorNode(context, { frequency: 660 })
  tone.connect(new GainNode(context, { gain: 0.5 })).connect(sound)
  tone.start()
  const film = new MediaStream([...canvas.captureStream(30).getTracks(), ...sound.stream.getTracks()])
  const recorder = new MediaRecorder(film, { mimeType: 'video/webm;codecs=vp8,opus' })
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
  await context.close()
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
