import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { type FakeSpeechServer, mp3, sendAudio, startFakeSpeechServer } from './fake-speech-server.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server again')

interface Audio {
  readonly url: string
  readonly partsUrl?: string
}

describe('speech that waits longer than its audio is kept', () => {
  let service: FakeSpeechServer
  let app: TestApp
  let page: PageClient
  const clock = createTestClock()
  const config = () => ({ speech: { services: { openai: { baseUrl: service.url, key: 'sk-1', voice: 'nova' } } } })
  before(async () => {
    service = await startFakeSpeechServer()
    app = await createTestApp({ config: config(), clock })
    // Like a page whose queue is paused: it has every item, and has begun none.
    page = await openPage(app, { acks: 'received' })
  })
  after(async () => {
    page?.cut()
    await app?.close()
    await service?.close()
  })
  beforeEach(() => {
    service.asked.length = 0
    service.answerWith(sendAudio(mp3))
  })

  const spokenTexts = () => service.asked.map(({ body }) => (JSON.parse(body) as { input: string }).input)
  async function newest(count: number): Promise<Audio> {
    await page.until(() => page.cues.length > count, 'the item')
    const { id, payload } = page.cues.at(-1) ?? assert.fail('no item')
    const isReceived = async () => (await app.ctx.overlays.find(app.channel, id))?.state === 'sent'
    await eventually('the page to confirm it', isReceived)
    return payload.audio as Audio
  }
  async function say(text: string): Promise<Audio> {
    const count = page.cues.length
    await app.call('tts', { text, username: 'alice' })
    return newest(count)
  }
  async function load(url: string): Promise<{ status: number; length: number }> {
    const answer = await fetch(app.url + url)
    return { status: answer.status, length: (await answer.arrayBuffer()).byteLength }
  }

  it('is spoken again, once for all pages that ask, with its own text and the settings of the channel', async () => {
    const owner = await signInAsOwner(app)
    await owner.call('save-speech-settings', { settings: { voice: 'openai:shimmer', hidden_words: ['gizmo'] } })
    const { url } = await say('A gizmo, see example.com')
    clock.advance(10 * minuteMs)
    service.asked.length = 0
    const answers = await Promise.all([load(url), load(url), load(`${url}/parts`)])
    assert.deepEqual(
      answers.map(({ status, length }) => [status, length]),
      Array.from({ length: 3 }, () => [200, mp3.length]),
    )
    assert.deepEqual(spokenTexts(), ['A beep, see link'])
    assert.equal((JSON.parse(service.asked[0]?.body ?? '{}') as { voice: string }).voice, 'shimmer')
    await owner.call('save-speech-settings', { settings: {} })
  })

  it('is spoken for donations and alerts of events too', async () => {
    const owner = await signInAsOwner(app)
    await owner.call('save-donation-settings', { settings: { speak: true } })
    const count = page.cues.length
    const donation = { provider: 'ProviderA', amount: 5, currency: 'USD', username: 'bob', message: 'Great show.' }
    await app.call('send-donation', donation)
    const donated = await newest(count)
    const alert = { text: 'Alice followed', speech: 'Welcome, Alice.' }
    await app.ctx.eventAlerts.show(app.cause, alert, 'alice', { mayWait: true })
    const followed = await newest(count + 1)
    clock.advance(6 * minuteMs)
    service.asked.length = 0
    for (const { url } of [donated, followed]) assert.equal((await load(url)).status, 200)
    assert.deepEqual(spokenTexts(), ['bob says: Great show.', 'Welcome, Alice.'])
  })

  it('is spoken after a restart of the server', async () => {
    const { url } = await say('Good evening.')
    page.cut()
    await app.close({ keepFolder: true })
    app = await createTestApp({ config: config(), clock, folder: app.folder })
    page = await openPage(app, { acks: 'received' })
    service.asked.length = 0
    assert.equal((await load(url)).status, 200)
    assert.deepEqual(spokenTexts(), ['Good evening.'])
  })

  it('is spoken after more lines than are kept at once', async () => {
    const { url } = await say('The first of many.')
    for (let line = 0; line < 64; line++) await app.ctx.speech.render(app.channel.id, `Line ${line}.`)
    service.asked.length = 0
    assert.equal((await load(url)).status, 200)
    assert.deepEqual(spokenTexts(), ['The first of many.'])
  })

  it('is not found when it was removed from the queue, when it is only a preview, and by a made-up address', async () => {
    const { url } = await say('Never mind.')
    const preview = await app.ctx.speech.preview(app.channel.id, 'A sample.', {})
    clock.advance(10 * minuteMs)
    await app.ctx.overlayQueue.clear(app.cause)
    service.asked.length = 0
    const [channel = '', name = '', signature = ''] = url.slice('/overlay/speech/'.length).split('.')
    const madeUp = [
      `${channel}.${name}.${signature.split('').reverse().join('')}`,
      `${Number(channel) + 1}.${name}.${signature}`,
      `${channel}.${'a'.repeat(name.length)}.${signature}`,
    ]
    const paths = [url, preview.url, ...madeUp.map((id) => `/overlay/speech/${id}`)]
    for (const path of paths) {
      assert.equal((await load(path)).status, 404, path)
      assert.equal((await load(`${path}/parts`)).status, 404, path)
    }
    assert.deepEqual(spokenTexts(), [])
  })

  it('is spoken by the next engine when the first one has failed since', async () => {
    const { url } = await say('Say it some other way.')
    clock.advance(10 * minuteMs)
    service.answerWith((response) => response.writeHead(500).end())
    const answer = await fetch(app.url + url)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'audio/wav'])
    await answer.arrayBuffer()
  })
})
