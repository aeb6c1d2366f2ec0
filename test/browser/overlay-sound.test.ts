import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Song } from '../../src/capabilities/overlay/contract/player.ts'
import { hasLongVersion, needs } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'
import { type Heard, near, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

needs('chromium-127')
hasLongVersion('the volume of each kind')

describe('the sound of the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  const windows: OverlayWindow[] = []
  let song: Song
  let voice: string

  before(async () => {
    stage = await createStageServer()
    voice = stage.file('voice.wav', tone(880, 1.2))
    song = {
      id: 1,
      title: 'Song',
      artist: 'The Wings',
      source: 'test',
      seconds: 30,
      url: stage.file('s.wav', tone(220, 30)),
    }
    browser = await openLikeObs()
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
    // It is skipped as soon as it was heard.
    const longVoice = stage.file('longer-voice.wav', tone(880, 10))
    const say = (more: object = {}) =>
      stage.fire('tts', {
        username: 'a',
        text: 'hello',
        audio: { url: longVoice, durationMs: 10_000 },
        durationMs: 100,
        ...more,
      })
    async function hear(isMeant: (heard: Heard) => boolean, what: string, more: object = {}) {
      await window.quiet()
      window.heard.length = 0
      const id = say(more)
      await window.sounds(isMeant, what)
      stage.send({ type: 'control', action: 'skip', id })
      await stage.reported(id, 'finished')
    }
    for (const [effect, isMeant] of voices) await hear(isMeant, `the voice as ${effect}`, { voice_effect: effect })
    stage.send({ type: 'voice-effect', voice: { effect: 'chipmunk', endsAt: Date.now() + 600_000 } })
    await hear(near(880 * 1.55), 'the voice as a chipmunk for a time')
    stage.send({ type: 'voice-effect', voice: { effect: 'chipmunk', endsAt: Date.now() - 1 } })
    await hear(near(880), 'the voice as it was')
    assert.equal(window.heard.some(near(880 * 1.55)), false)
  })

  it('is left to one page when another of the same overlay is silent, which shows everything all the same', async () => {
    const [window, silent] = await Promise.all([open(), open(`${stage.link}&silent`)])
    await stage.play({ playing: true, song, positionMs: 0 })
    const long = stage.file('long-voice.wav', tone(880, 30))
    const id = stage.fire('tts', { username: 'a', text: 'hello', audio: { url: long, durationMs: 30_000 } })
    await Promise.all(
      [window, silent].map(({ page }) => page.locator(`[data-id="${id}"] .said`).waitFor({ state: 'attached' })),
    )
    await silent.page.locator('[data-kind="song"]').waitFor({ state: 'attached' })
    await window.sounds((heard) => (heard.levels[880] ?? -200) > -50, 'the voice')
    await window.sounds((heard) => (heard.levels[220] ?? -200) > -70, 'the song')
    const effect = { seconds: 60, sound: { url: stage.file('whoosh.wav', tone(550, 30)) } }
    const whoosh = stage.effect('confetti', effect)
    await window.sounds((heard) => (heard.levels[550] ?? -200) > -50, 'the effect')
    await silent.page.locator(`[data-id="${whoosh}"]`).waitFor({ state: 'attached' })
    const js = `const context = new AudioContext(); const tone = new OscillatorNode(context, { frequency: 1100 })
      tone.connect(new GainNode(context, { gain: 0.5 })).connect(context.destination); tone.start()`
    const own = stage.effect('custom', { js, seconds: 60 })
    await window.sounds(near(1100), 'the sound of an effect of one’s own')
    const isShownTwice = () => stage.reports.filter(({ id, type }) => id === own && type === 'shown').length === 2
    await stage.until(() => isShownTwice() || undefined, 'both to show it')
    stage.send({ type: 'control', action: 'clear' })
    await stage.reported(id, 'finished')
    assert.deepEqual(silent.heard, [])
  })

  it('plays a file that is too long to be held whole as it comes in, and stops it when asked', async () => {
    const window = await open()
    const url = stage.file('long.wav', tone(660, 200))
    const id = stage.fire('audio-alert', { alert: 1, name: 'x', username: 'y', sound: { url } })
    await window.sounds(near(660), 'the long sound')
    stage.send({ type: 'control', action: 'skip' })
    await stage.reported(id, 'finished')
    await window.quiet()
    const broken = stage.file('broken.wav', { type: 'audio/wav', body: Buffer.alloc(9 * 1024 * 1024) })
    const other = stage.fire('audio-alert', {
      ...{ alert: 1, name: 'x', username: 'y', sound: { url: broken }, durationMs: 100 },
    })
    await stage.reported(other, 'finished')
    const said = await stage.reported(other, 'warning')
    assert.match('reason' in said ? said.reason : '', /the sound could not be loaded/)
  })

  itInLongRun('keeps to the volume of each kind, and follows a change at once', async () => {
    const window = await open()
    const loudest = async (volumes: Record<string, number>) => {
      stage.send({ type: 'settings', settings: { volumes } })
      window.heard.length = 0
      const sound = { url: voice, volume: 1 }
      const card = { alert: 1, name: 'x', username: 'y', sound, durationMs: 100 }
      await stage.reported(stage.fire('audio-alert', card), 'finished')
      if (volumes.master !== 0) await window.sounds(near(880), 'the voice')
      await window.quiet()
      return Math.max(0, ...window.heard.map(({ peak }) => peak))
    }
    const full = await loudest({})
    const half = await loudest({ 'audio-alert': 0.5 })
    assert.ok(Math.abs(half / full - 0.5) < 0.12, `${half} of ${full}`)
    const quarter = await loudest({ master: 0.5, 'audio-alert': 0.5 })
    assert.ok(Math.abs(quarter / full - 0.25) < 0.12, `${quarter} of ${full}`)
    assert.equal(await loudest({ master: 0 }), 0)
  })
})
