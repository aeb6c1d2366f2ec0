import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Song } from '../../src/contract/overlay-messages.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { type Heard, launchLikeObs, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

describe('the sound of the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  const windows: OverlayWindow[] = []
  let song: Song
  let voice: string

  before(async () => {
    stage = await createStageServer()
    voice = stage.file('voice.wav', tone(880, 0.8))
    song = {
      id: 1,
      title: 'Song',
      artist: 'The Wings',
      source: 'test',
      seconds: 30,
      url: stage.file('s.wav', tone(220, 30)),
    }
    browser = await launchLikeObs()
    context = await browser.newContext()
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })
  afterEach(async () => {
    await stage.play({ playing: false, song: null, positionMs: 0 })
    for (const { page, faults } of windows.splice(0)) {
      await page.close()
      assert.deepEqual(faults, [])
    }
  })

  async function open(address = stage.link): Promise<OverlayWindow> {
    const window = await openOverlay(context, address)
    windows.push(window)
    return window
  }

  async function sounds(window: OverlayWindow, isMeant: (heard: Heard) => boolean, what: string): Promise<Heard> {
    return stage.until(() => window.heard.find(isMeant), what)
  }
  const near = (hertz: number) => (heard: Heard) => Math.abs(heard.hertz - hertz) < 15

  const voices = [
    ['chipmunk', (heard: Heard) => near(880 * 1.55)(heard)],
    ['deep', (heard: Heard) => near(880 * 0.76)(heard)],
    // Times a low tone, the voice itself disappears and stands again on both sides of where it was.
    ['robot', (heard: Heard) => heard.peak > 0.05 && !near(880)(heard)],
    ['reverse', near(880)],
    ['echo', near(880)],
    ['radio', near(880)],
  ] as const
  it('colours speech while a voice effect lasts, and not after it', async () => {
    const window = await open()
    const say = (more: object = {}) =>
      stage.fire('tts', { username: 'a', text: 'hello', audio: { url: voice, durationMs: 800 }, ...more })
    for (const [effect, isMeant] of voices) {
      window.heard.length = 0
      const id = say({ voice_effect: effect })
      await sounds(window, isMeant, `the voice as ${effect}`)
      stage.tell({ type: 'control', action: 'skip' })
      await stage.reported(id, 'finished')
    }
    stage.tell({ type: 'voice-effect', voice: { effect: 'chipmunk', endsAt: Date.now() + 60_000 } })
    window.heard.length = 0
    await stage.reported(say(), 'finished')
    assert.ok(window.heard.some(near(880 * 1.55)))
    stage.tell({ type: 'voice-effect', voice: { effect: 'chipmunk', endsAt: Date.now() - 1 } })
    window.heard.length = 0
    await stage.reported(say(), 'finished')
    assert.ok(window.heard.some(near(880)))
    assert.equal(window.heard.some(near(880 * 1.55)), false)
  })

  it('is left to one page when another of the same overlay is silent, which shows everything all the same', async () => {
    const [window, silent] = await Promise.all([open(), open(`${stage.link}&silent`)])
    await stage.play({ playing: true, song, positionMs: 0 })
    const id = stage.fire('tts', { username: 'a', text: 'hello', audio: { url: voice, durationMs: 800 } })
    await Promise.all(
      [window, silent].map(({ page }) => page.locator(`[data-id="${id}"] .said`).waitFor({ state: 'attached' })),
    )
    await silent.page.locator('[data-kind="song"]').waitFor({ state: 'attached' })
    await sounds(window, (heard) => (heard.levels[880] ?? -200) > -50, 'the voice')
    await stage.reported(id, 'finished')
    assert.deepEqual(silent.heard, [])
  })

  it('keeps to the volume of each kind, and follows a change at once', async () => {
    const window = await open()
    const loudest = async (volumes: Record<string, number>) => {
      stage.tell({ type: 'settings', settings: { volumes } })
      await new Promise((resolve) => setTimeout(resolve, 400))
      window.heard.length = 0
      const sound = { url: voice, volume: 1 }
      await stage.reported(
        stage.fire('audio-alert', { alert: 1, name: 'x', username: 'y', sound, durationMs: 100 }),
        'finished',
      )
      return Math.max(0, ...window.heard.map(({ peak }) => peak))
    }
    const full = await loudest({})
    const half = await loudest({ 'audio-alert': 0.5 })
    assert.ok(Math.abs(half / full - 0.5) < 0.12, `${half} of ${full}`)
    assert.equal(await loudest({ master: 0 }), 0)
  })
})

describe('without leave to sound', () => {
  it('says so in a small line, shows everything in its time, and sounds after a click', async () => {
    const stage = await createStageServer()
    const browser = await launchLikeObs({ mayPlay: false })
    try {
      // Whatever a test asks of a page counts as a click, so nothing is asked before the sound was refused.
      const { page, heard, faults } = await openOverlay(await browser.newContext(), stage.link, { waits: false })
      await stage.connected()
      const url = stage.file('voice.wav', tone(880, 1))
      const say = () => stage.fire('tts', { username: 'a', text: 'hello', audio: { url, durationMs: 1_000 } })
      await stage.reported(say(), 'finished')
      await page.locator('#hint').getByText('wants a click').waitFor({ state: 'attached' })
      assert.deepEqual(heard, [], 'nothing sounds that nobody allowed')
      await page.mouse.click(10, 10)
      await page.waitForFunction(() => document.getElementById('hint')?.hidden)
      await stage.reported(say(), 'finished')
      assert.ok(heard.length > 0)
      assert.deepEqual(faults, [])
    } finally {
      await browser.close()
      await stage.close()
    }
  })
})
