import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type SoundName,
  soundNames,
  type TrackName,
  trackNames,
  trackRate,
  trackSamples,
} from '../../src/capabilities/sounds/catalogue.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { decodeShipped } from '../sounds/listen.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'

runsOn('sqlite', { because: 'it plays files, which no engine stores' })
needs('chromium-127')

describe('the built-in sounds in the browser of OBS', () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  before(async () => {
    app = await createTestApp()
    browser = await openLikeObs()
    page = await browser.newPage()
    await page.goto(`${app.url}/overlay`)
  })
  after(async () => {
    await browser?.close()
    await app?.close()
  })

  /** As the overlay page does it for an alert, but at the file's own rate, so that nothing is resampled. */
  async function decodeInPage(name: SoundName | TrackName, sampleRate: number): Promise<Int16Array> {
    const base64 = await page.evaluate(
      async ({ url, sampleRate }) => {
        const context = new OfflineAudioContext(1, 1, sampleRate)
        const buffer = await context.decodeAudioData(await (await fetch(url)).arrayBuffer())
        const channels = Array.from({ length: buffer.numberOfChannels }, (_, at) => buffer.getChannelData(at))
        const samples = new Int16Array(buffer.length * channels.length)
        channels.forEach((channel, at) => {
          channel.forEach((sample, i) => {
            samples[i * channels.length + at] = Math.round(sample * 32_768)
          })
        })
        const blob = new Blob([samples])
        const reader = new FileReader()
        await new Promise((resolve) => {
          reader.onload = resolve
          reader.readAsDataURL(blob)
        })
        return String(reader.result).split(',')[1] ?? ''
      },
      { url: `/overlay/sounds/${name}.flac`, sampleRate },
    )
    return new Int16Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer)
  }

  it('decode to the samples that were encoded', async () => {
    for (const name of [...soundNames, 'wings'] as const) {
      const { samples, sampleRate } = await decodeShipped(name)
      const decoded = await decodeInPage(name, sampleRate)
      assert.equal(decoded.length, samples.length, name)
      assert.ok(
        samples.every((sample, at) => Math.abs(sample - (decoded[at] ?? 0)) <= 1),
        name,
      )
    }
  })

  for (const name of trackNames) {
    it(`${name} plays as a song: its length is known, and it can be resumed in the middle`, async () => {
      const { duration, time } = await page.evaluate(async (url) => {
        const audio = new Audio(url)
        const when = (event: string) =>
          new Promise((resolve, reject) => {
            audio.addEventListener(event, resolve, { once: true })
            audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true })
            setTimeout(() => reject(new Error(`no ${event} within two minutes`)), 120_000)
          })
        await when('canplay')
        const seeked = when('seeked')
        audio.currentTime = 30
        await seeked
        return { duration: audio.duration, time: audio.currentTime }
      }, `/overlay/sounds/${name}.flac`)
      assert.ok(Math.abs(duration - trackSamples(name) / trackRate) < 0.01, `lasts ${duration} s`)
      assert.ok(Math.abs(time - 30) < 0.1, `is at ${time} s`)
    })
  }
})
