import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import { readWav } from '../../src/capabilities/sounds/wav.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { type FakeSpeechServer, mp3, sendAudio, startFakeSpeechServer } from './fake-speech-server.ts'

runsOn('sqlite', 'postgres')
isSlow('it speaks with real voices')

const key = 'sk-very-secret-4711'

describe('speech in the panel', () => {
  let service: FakeSpeechServer
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  before(async () => {
    service = await startFakeSpeechServer()
    const speech = { services: { openai: { baseUrl: service.url, key, voice: 'nova', model: 'tts-1' } } }
    app = await createTestApp({ config: { speech } })
    owner = await signInAsOwner(app)
    page = await openPage(app)
  })
  after(async () => {
    page?.cut()
    await app?.close()
    await service?.close()
  })
  beforeEach(async () => {
    service.asked.length = 0
    service.answerWith(sendAudio(mp3))
    await save({})
  })

  const save = async (settings: object) => {
    const answer = await owner.call('save-speech-settings', { settings })
    assert.equal(answer.status, 200, answer.body.error)
  }
  async function say(text: string, username = 'alice') {
    const { status, body } = await app.call('tts', { text, username })
    assert.equal(status, 200, body.error)
    await page.until(() => page.cues.some((cue) => cue.id === body.ttsId), 'the line')
    return page.cues.find((cue) => cue.id === body.ttsId)?.payload as Record<string, unknown>
  }
  const asked = () => JSON.parse(service.asked.at(-1)?.body ?? '{}') as Record<string, unknown>

  it('is the default while nobody has set anything, with the services that the operator has set up first', async () => {
    const { settings, engines } = (await owner.call('get-speech-settings')).body
    assert.deepEqual(settings, { ...defaultSettings().speech })
    assert.deepEqual(engines, ['openai', 'flite', 'espeak'])
    await say('Hello there.')
    assert.deepEqual([asked().voice, asked().input], ['nova', 'Hello there.'])
  })

  it('is sent while the rest of a long line is spoken, and is the same line as a whole', async () => {
    await save({ voice: 'flite:kal' })
    const text = 'This line has two sentences, and many more words than a breath. The second one follows at once.'
    const audio = (await say(text)).audio as { url: string; partsUrl: string; durationMs: number }
    const parts = Buffer.from(await (await fetch(app.url + audio.partsUrl)).arrayBuffer())
    const files: Buffer[] = []
    for (let at = 0; at < parts.length; ) {
      const length = parts.readUInt32LE(at + 4) + 8
      files.push(parts.subarray(at, at + length))
      at += length
    }
    const samples = files.map((file) => readWav(file)?.samples.length ?? 0)
    assert.ok(files.length >= 1 && samples.every((count) => count > 0), String(samples))
    const whole = readWav(Buffer.from(await (await fetch(app.url + audio.url)).arrayBuffer()))
    const total = samples.reduce((sum, count) => sum + count, 0)
    assert.equal(whole?.samples.length, total)
    const seconds = total / (whole?.sampleRate ?? 1)
    assert.ok(Math.abs(audio.durationMs / 1000 / seconds - 1) < 0.5, `${audio.durationMs} ms of ${seconds} s`)
    assert.equal((await fetch(`${app.url}/overlay/speech/nobody-knows/parts`)).status, 404)
  })

  it('speaks with the voice, the speed and the length that were set', async () => {
    await save({ voice: 'openai:shimmer', speed: 1.5, max_length: 11 })
    const payload = await say('One two three four five six.')
    assert.deepEqual([asked().voice, asked().speed, asked().input], ['shimmer', 1.5, 'One two'])
    assert.equal(payload.text, 'One two…')
    await save({ voice: 'flite:kal' })
    service.asked.length = 0
    const own = (await say('Hello there.')).audio as { url: string }
    assert.equal(service.asked.length, 0, 'a voice of another engine is asked first')
    const answer = await fetch(app.url + own.url)
    await answer.arrayBuffer()
    assert.equal(answer.headers.get('content-type'), 'audio/wav')
  })

  it('hides words of the list and of the broadcaster, from ears and eyes, in names as well', async () => {
    const text = 'That shit is a gizmo.'
    assert.equal((await say(text)).text, text)
    await save({ hide_bad_words: true, hidden_words: ['gizmo'] })
    const payload = await say(text, 'gizmo')
    assert.deepEqual([payload.text, payload.username], ['That **** is a *****.', '*****'])
    assert.equal(asked().input, 'That beep is a beep.')
    await save({ hidden_words: ['gizmo'] })
    assert.equal((await say(text)).text, 'That shit is a *****.')
  })

  it('continues with the next engine when one fails', async () => {
    service.answerWith((response) => response.writeHead(500).end())
    const audio = (await say('Hello there.')).audio as { url: string }
    const answer = await fetch(app.url + audio.url)
    await answer.arrayBuffer()
    assert.equal(answer.headers.get('content-type'), 'audio/wav', 'flite spoke')
  })

  it('lists every voice of the engines in use', async () => {
    const { voices } = (await owner.call('list-voices')).body as { voices: { id: string; engine: string }[] }
    const ids = voices.map(({ id }) => id)
    for (const id of ['openai:alloy', 'flite:slt', 'flite:rms']) assert.ok(ids.includes(id), id)
    assert.ok(voices.length <= 500)
    assert.ok(voices.every(({ engine }) => ['openai', 'flite', 'espeak'].includes(engine)))
  })

  it('is tried before it is set, and nobody else receives it', async () => {
    const seq = await app.ctx.overlays.lastSeq(app.channel.id)
    const cues = page.cues.length
    const { status, body } = await owner.call('preview-voice', { voice: 'openai:onyx', speed: 0.8, text: 'Try me.' })
    assert.equal(status, 200, body.error)
    assert.deepEqual([body.engine, body.duration_ms], ['openai', 480])
    assert.deepEqual([asked().voice, asked().speed, asked().input], ['onyx', 0.8, 'Try me.'])
    const answer = await fetch(app.url + body.url)
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(mp3))
    assert.deepEqual([await app.ctx.overlays.lastSeq(app.channel.id), page.cues.length], [seq, cues])
    assert.deepEqual((await owner.call('get-speech-settings')).body.settings, { ...defaultSettings().speech })
    const empty = await owner.call('preview-voice', { text: '🎉' }, { status: 400 })
    assert.deepEqual([empty.status, empty.body.error], [400, 'text contains nothing to speak.'])
  })

  for (const [settings, words] of [
    [{ voice: 'rms' }, /^voice must be named as in flite:rms/],
    [{ voice: '../x:y' }, /^voice must be named/],
    [{ language: 'nothing at all' }, /^language must be a language/],
    [{ speed: 3 }, /^settings\.speed must be a number from 0\.5 to 2/],
    [{ max_length: 0 }, /^settings\.max_length/],
    [{ hidden_words: ['x'.repeat(101)] }, /^settings\.hidden_words\[0\]/],
    [{ hidden_words: Array.from({ length: 501 }, (_, n) => `w${n}`) }, /^settings\.hidden_words must have 0 to 500/],
  ] as const) {
    it(`is refused and stays as it was: ${JSON.stringify(settings).slice(0, 50)}`, async () => {
      const { status, body } = await owner.call('save-speech-settings', { settings }, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      assert.match(body.error, words)
      assert.deepEqual((await owner.call('get-speech-settings')).body.settings, { ...defaultSettings().speech })
    })
  }

  it('never shows a key: not in an answer, the log or the database', async () => {
    service.answerWith((response) => response.writeHead(401).end(key))
    await say('Hello once more.')
    for (const name of ['get-speech-settings', 'list-voices', 'get-settings']) {
      assert.ok(!JSON.stringify((await owner.call(name)).body).includes(key), name)
    }
    assert.ok(app.logLines.some((line) => line.includes('status 401')))
    assert.ok(!app.logLines.join('\n').includes(key))
    const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 1000))
    assert.ok(!JSON.stringify(events).includes(key))
  })
})
