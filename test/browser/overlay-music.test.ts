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
hasLongVersion('music under speech')

describe('music on the overlay page', () => {
  let stage: StageServer
  let browser: Browser
  let context: BrowserContext
  const windows: OverlayWindow[] = []
  let songs: Song[]
  let voice: string

  before(async () => {
    stage = await createStageServer()
    voice = stage.file('voice.wav', tone(880, 30))
    songs = [220, 330].map((hertz, index) => ({
      ...{ id: index + 1, title: `Song ${hertz}`, artist: 'The Wings', source: 'test', seconds: 60 },
      url: stage.file(`song-${hertz}.wav`, rising(hertz)),
    }))
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

  it('plays the song that the server names, pauses with it, continues with it and skips with it', async () => {
    const window = await open()
    const [first, second] = songs as [Song, Song]
    await stage.play({ playing: true, song: first, positionMs: 0 })
    await window.sounds(near(220), 'the first song')
    const card = window.page.locator('[data-kind="song"]')
    assert.equal(await card.locator('.message').textContent(), 'Song 220')
    assert.equal(await card.locator('.username').textContent(), 'The Wings')

    await stage.play({ playing: false, song: first, positionMs: 5_000 })
    await card.waitFor({ state: 'detached' })
    await window.quiet()
    window.heard.length = 0

    await stage.play({ playing: true, song: first, positionMs: 5_000 })
    await window.sounds(near(220), 'the first song again')
    await stage.play({ playing: true, song: second, positionMs: 0 })
    await window.sounds(near(330), 'the second song')
    await card.getByText('Song 330').waitFor({ state: 'attached' })
    assert.equal(await card.count(), 1)
  })

  it('continues where the song is after a reload, not at its beginning', async () => {
    const window = await open()
    const [song] = songs as [Song]
    // The second half of the file sounds an octave and a half higher.
    await stage.play({ playing: true, song, positionMs: 31_000 })
    await window.sounds(near(660), 'the later half')
    // As long as it took to hear it, the half is not over meanwhile.
    await stage.play({ playing: true, song, positionMs: 31_000 })
    await window.page.reload()
    await window.page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
    const from = Date.now()
    await window.sounds((heard) => heard.at > from && near(660)(heard), 'the later half again')
    assert.equal(
      window.heard.some((heard) => heard.at > from && near(220)(heard)),
      false,
    )
  })

  itInLongRun('takes music back under speech and under alerts, and brings it up again', async () => {
    const window = await open()
    const song = { ...(songs[0] as Song), seconds: 180, url: stage.file('steady.wav', tone(220, 180)) }
    await stage.play({ playing: true, song, positionMs: 0 })
    const level = (heard: Heard, hertz: number) => heard.levels[hertz] ?? -200
    const under = [
      ['tts', { username: 'a', text: 'hello', audio: { url: voice, durationMs: 30_000 } }],
      ['audio-alert', { alert: 1, username: 'a', name: 'b', sound: { url: voice }, durationMs: 60_000 }],
    ] as const
    const alone = (heard: Heard) => level(heard, 220) > -30 && level(heard, 880) < -60
    for (const [kind, payload] of under) {
      window.heard.length = 0
      const before = level(await window.sounds(alone, 'the song alone'), 220)
      const id = stage.fire(kind, payload)
      const isUnder = (heard: Heard) => level(heard, 880) > -40 && level(heard, 220) < before - 8
      await window.sounds(isUnder, `the song ten decibels down under ${kind}, from ${before}`)
      stage.send({ type: 'control', action: 'skip', id })
      await stage.reported(id, 'finished')
      const from = Date.now()
      const isBack = (heard: Heard) => heard.at > from && alone(heard) && level(heard, 220) > before - 3
      await window.sounds(isBack, `the song as loud as before ${kind}, at ${before}`)
    }
  })
})

describe('a song at another address', () => {
  it('is played, takes its place under speech, and falls silent when asked', async () => {
    const stage = await createStageServer()
    const browser = await openLikeObs()
    try {
      const context = await browser.newContext()
      const { type, body } = tone(220, 60)
      await context.route('https://music.example/*', (route) => route.fulfill({ contentType: type, body }))
      // It sounds beside the graph, where nothing listens, so it is watched itself.
      await context.addInitScript(() => {
        const { play } = HTMLMediaElement.prototype
        HTMLMediaElement.prototype.play = function () {
          Object.assign(globalThis, { song: this })
          return play.call(this)
        }
      })
      const { page, faults } = await openOverlay(context, stage.link)
      const isSo = (wanted: 'loud' | 'low' | 'silent') =>
        page.waitForFunction((wanted) => {
          const { song } = globalThis as unknown as { song?: HTMLAudioElement }
          if (song === undefined) return false
          if (wanted === 'silent') return song.paused && song.volume === 0
          const isLoud = song.volume > 0.55 && song.volume <= 0.61
          return song.currentTime > 0.2 && !song.paused && (wanted === 'loud' ? isLoud : song.volume < 0.15)
        }, wanted)
      const song = { id: 9, title: 'Afar', artist: 'The Wings', source: 'test', seconds: 60 }
      const url = 'https://music.example/afar.wav'
      await stage.play({ playing: true, song: { ...song, url }, positionMs: 0 })
      await isSo('loud')
      const audio = { url: stage.file('voice.wav', tone(880, 60)), durationMs: 60_000 }
      const id = stage.fire('tts', { username: 'a', text: 'hello', audio })
      await isSo('low')
      stage.send({ type: 'control', action: 'skip', id })
      await isSo('loud')
      await stage.play({ playing: false, song: { ...song, url }, positionMs: 5_000 })
      await isSo('silent')
      assert.deepEqual(faults, [])
    } finally {
      await browser.close()
      await stage.close()
    }
  })
})

/** A minute: the first half at that pitch, the second at three times it. */
function rising(hertz: number) {
  const low = tone(hertz, 30).body as Buffer
  const high = (tone(hertz * 3, 30).body as Buffer).subarray(44)
  const body = Buffer.concat([low, high])
  body.writeUInt32LE(body.length - 8, 4)
  body.writeUInt32LE(body.length - 44, 40)
  return { type: 'audio/wav', body }
}
