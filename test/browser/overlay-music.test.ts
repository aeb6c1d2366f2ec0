import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Song } from '../../src/contract/overlay-messages.ts'
import type { Browser, BrowserContext } from '../tools/playwright.ts'
import { type Heard, launchLikeObs, type OverlayWindow, openOverlay } from './overlay-browser.ts'
import { createStageServer, type StageServer, tone } from './overlay-stage.ts'

describe('music on the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  const windows: OverlayWindow[] = []
  let songs: Song[]
  let voice: string

  before(async () => {
    stage = await createStageServer()
    voice = stage.file('voice.wav', tone(880, 1))
    songs = [220, 330].map((hertz, index) => ({
      ...{ id: index + 1, title: `Song ${hertz}`, artist: 'The Wings', source: 'test', seconds: 30 },
      url: stage.file(`song-${hertz}.wav`, rising(hertz)),
    }))
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

  it('plays the song that the server names, pauses with it, goes on with it and skips with it', async () => {
    const window = await open()
    const [first, second] = songs as [Song, Song]
    await stage.play({ playing: true, song: first, positionMs: 0 })
    await sounds(window, near(220), 'the first song')
    const card = window.page.locator('[data-kind="song"]')
    assert.equal(await card.locator('.message').textContent(), 'Song 220')
    assert.equal(await card.locator('.username').textContent(), 'The Wings')

    await stage.play({ playing: false, song: first, positionMs: 5_000 })
    await card.waitFor({ state: 'detached' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    window.heard.length = 0
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.deepEqual(window.heard, [], 'a paused song is not heard')

    await stage.play({ playing: true, song: first, positionMs: 5_000 })
    await sounds(window, near(220), 'the first song again')
    await stage.play({ playing: true, song: second, positionMs: 0 })
    await sounds(window, near(330), 'the second song')
    await card.getByText('Song 330').waitFor({ state: 'attached' })
    assert.equal(await card.count(), 1)
  })

  it('goes on where the song is after a reload, not at its beginning', async () => {
    const window = await open()
    const [song] = songs as [Song]
    // The second half of the file sounds an octave and a half higher.
    await stage.play({ playing: true, song, positionMs: 16_000 })
    await sounds(window, near(660), 'the later half')
    window.heard.length = 0
    await window.page.reload()
    await window.page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
    await sounds(window, near(660), 'the later half again')
    assert.equal(window.heard.some(near(220)), false)
  })

  it('takes music back under speech and brings it up again', async () => {
    const window = await open()
    const [song] = songs as [Song]
    await stage.play({ playing: true, song, positionMs: 0 })
    const level = async (from: number, what: string) =>
      (await sounds(window, (heard) => heard.at > from && heard.peak > 0.02, what)).levels[220] ?? -200
    await sounds(window, near(220), 'the song')
    const before = await level(Date.now() + 500, 'the song alone')
    const id = stage.fire('tts', { username: 'a', text: 'hello', audio: { url: voice, durationMs: 1_000 } })
    const speech = await sounds(window, (heard) => (heard.levels[880] ?? -200) > -40, 'the voice')
    const during = await level(speech.at + 450, 'both')
    assert.ok(during < before - 8, `under speech the song is at ${during} dB, alone at ${before} dB`)
    await stage.reported(id, 'finished')
    const later = await level(Date.now() + 1_400, 'the song alone again')
    assert.ok(later > before - 3, `afterwards it is at ${later} dB, before it was at ${before} dB`)
  })
})

/** Half a minute: the first half at that pitch, the second at three times it. */
function rising(hertz: number) {
  const low = tone(hertz, 15).body as Buffer
  const high = (tone(hertz * 3, 15).body as Buffer).subarray(44)
  const body = Buffer.concat([low, high])
  body.writeUInt32LE(body.length - 8, 4)
  body.writeUInt32LE(body.length - 44, 40)
  return { type: 'audio/wav', body }
}
