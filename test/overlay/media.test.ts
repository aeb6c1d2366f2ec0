import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { soundNames, trackNames } from '../../src/capabilities/sounds/catalogue.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openPage, type PageClient } from './page-client.ts'

runsOn('sqlite', 'postgres')

describe('what the overlay page plays', () => {
  let app: TestApp
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    page = await openPage(app)
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })

  async function spoken(text: string): Promise<{ url: string; durationMs: number } | undefined> {
    assert.equal((await app.call('tts', { text })).status, 200)
    return page.cues.at(-1)?.payload.audio as { url: string; durationMs: number } | undefined
  }

  it('is the text, spoken, as a file that lasts as long as the cue says', async () => {
    const audio = await spoken('Good evening, and welcome to the show.')
    assert.ok(audio)
    const answer = await fetch(app.url + audio.url)
    assert.equal(answer.headers.get('content-type'), 'audio/wav')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(bytes.toString('latin1', 0, 4), 'RIFF')
    const seconds = (bytes.length - 44) / bytes.readUInt32LE(28)
    assert.ok(Math.abs(seconds - audio.durationMs / 1000) < 0.05, `${seconds} s, said to be ${audio.durationMs} ms`)
    assert.ok(seconds > 1 && seconds < 6)
    assert.ok(loudest(bytes) > 0.1, 'it is not silence')
  })

  it('is not there when nothing can be said; the text is shown all the same', async () => {
    assert.equal(await spoken('🎉🎉🎉'), undefined)
    assert.equal(page.cues.at(-1)?.payload.text, '🎉🎉🎉')
  })

  it('is found by nobody who does not know its address', async () => {
    for (const path of ['/overlay/speech/', '/overlay/speech/guess', '/overlay/speech/..%2f..%2fpackage.json']) {
      assert.equal((await fetch(app.url + path)).status, 404)
    }
  })

  it('is a built-in sound, in parts where asked', async () => {
    const answer = await fetch(`${app.url}/overlay/sounds/fanfare.flac`)
    assert.equal(answer.headers.get('content-type'), 'audio/flac')
    const first = Buffer.from(await answer.arrayBuffer())
    assert.equal(first.toString('latin1', 0, 4), 'fLaC')
    const part = await fetch(`${app.url}/overlay/sounds/fanfare.flac`, { headers: { Range: 'bytes=100-199' } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), `bytes 100-199/${first.length}`)
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(first.subarray(100, 200)))
    const tail = await fetch(`${app.url}/overlay/sounds/fanfare.flac`, { headers: { Range: 'bytes=-10' } })
    assert.ok(Buffer.from(await tail.arrayBuffer()).equals(first.subarray(-10)))
    const beyond = await fetch(`${app.url}/overlay/sounds/fanfare.flac`, { headers: { Range: 'bytes=99999999-' } })
    assert.equal(beyond.status, 416)
  })

  it('is kept for a day by the browser, which then asks whether it has changed', async () => {
    const url = `${app.url}/overlay/sounds/fanfare.flac`
    const { headers } = await fetch(url)
    const etag = headers.get('etag') ?? ''
    assert.match(etag, /^"[^"]+"$/)
    assert.equal(headers.get('cache-control'), 'max-age=86400')
    const unchanged = await fetch(url, { headers: { 'If-None-Match': etag } })
    assert.deepEqual([unchanged.status, (await unchanged.arrayBuffer()).byteLength], [304, 0])
    const range = { Range: 'bytes=0-9' }
    assert.equal((await fetch(url, { headers: { ...range, 'If-Range': etag } })).status, 206)
    assert.equal((await fetch(url, { headers: { ...range, 'If-Range': '"older"' } })).status, 200)
    assert.equal((await fetch(url, { headers: { 'If-None-Match': '"older"' } })).status, 200)
  })

  it('is every built-in sound and track there is', async () => {
    for (const name of [...soundNames, ...trackNames]) {
      const answer = await fetch(`${app.url}/overlay/sounds/${name}.flac`, { method: 'HEAD' })
      assert.equal(answer.status, 200, name)
    }
  })

  it('is nothing but our own sounds', async () => {
    for (const name of [
      'none.flac',
      'fanfare.wav',
      '../instance.key',
      'fanfare',
      '%2e%2e%2finstance.key',
      'fanfare.flac/x',
    ]) {
      assert.equal((await fetch(`${app.url}/overlay/sounds/${name}`)).status, 404, name)
    }
  })
})

function loudest(wav: Buffer): number {
  let peak = 0
  for (let at = 44; at + 1 < wav.length; at += 2) peak = Math.max(peak, Math.abs(wav.readInt16LE(at)))
  return peak / 32768
}
