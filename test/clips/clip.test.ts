import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('clip', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())
  beforeEach(() => clock.advance(minuteMs))

  const live = (platform: string, isLive: boolean) => sandboxCall(app, 'set-live', { platform, live: isLive })

  it('is taken on every live platform, with its own link in each chat, by the bot', async () => {
    const from = await lastSeq(app)
    const { status, body } = await app.call('clip')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      success: true,
      platform: 'all',
      send_chat_message: true,
      clips: body.clips,
      platforms: { alpha: 'created', beta: 'created' },
      durations: { alpha: 30, beta: 30 },
    })
    assert.notEqual(body.clips.alpha, body.clips.beta)
    for (const [platform, key] of [
      ['PlatformA', 'alpha'],
      ['PlatformB', 'beta'],
    ] as const) {
      const line = (await chatOf(app, platform)).at(-1)
      assert.equal(line?.as, 'bot')
      assert.equal(line?.text, `Clip - Showcaller API: ${body.clips[key]}`)
    }
    const kinds = (await eventsSince(app, from)).map(({ kind, platform }) => `${kind} ${platform}`)
    assert.deepEqual(kinds, ['clip.created kick', 'chat.sent kick', 'clip.created twitch', 'chat.sent twitch'])
  })

  it('opens at its absolute address and shows title, channel, length and time', async () => {
    const { body } = await app.call('clip', { title: 'What a <shot>', duration: 75, platform: 'PlatformA' })
    assert.ok(body.clips.alpha.startsWith(`${app.url}/sandbox/clips/`))
    const page = await fetch(body.clips.alpha)
    const text = await page.text()
    assert.equal(page.status, 200)
    assert.ok(text.includes('<h1>What a &lt;shot&gt;</h1>'))
    assert.match(text, /streamer on Kick/)
    assert.match(text, /75 seconds/)
    assert.match(text, /<time datetime="\d{4}-\d\d-\d\dT/)
    assert.equal((await fetch(`${body.clips.alpha}x`)).status, 404)
  })

  it('is taken on the named platform alone', async () => {
    const others = await chatOf(app, 'PlatformA')
    const { body } = await app.call('clip', { platform: 'PlatformB', title: 'mine' })
    assert.equal(body.platform, 'PlatformB')
    assert.deepEqual(Object.keys(body.clips), ['beta'])
    assert.deepEqual(body.platforms, { beta: 'created' })
    assert.deepEqual(await chatOf(app, 'PlatformA'), others)
  })

  it('is cut to what the platform allows', async () => {
    const { body } = await app.call('clip', { duration: 180, platform: 'all' })
    assert.deepEqual(body.durations, { alpha: 180, beta: 60 })
  })

  it('is not announced when that is not wanted', async () => {
    const before = [await chatOf(app, 'PlatformA'), await chatOf(app, 'PlatformB')]
    const { body } = await app.call('clip', { send_chat_message: false })
    assert.equal(body.send_chat_message, false)
    assert.equal(body.platforms.alpha, 'created')
    assert.deepEqual([await chatOf(app, 'PlatformA'), await chatOf(app, 'PlatformB')], before)
  })

  it('is good when one platform is offline, and says so', async () => {
    await live('PlatformB', false)
    const { status, body } = await app.call('clip')
    assert.equal(status, 200)
    assert.deepEqual(body.platforms, { alpha: 'created', beta: 'offline' })
    assert.deepEqual(Object.keys(body.clips), ['alpha'])
    assert.deepEqual(body.durations, { alpha: 30 })
    const named = await app.call('clip', { platform: 'PlatformB' }, { status: 404 })
    assert.deepEqual([named.status, named.body.code], [404, 'stream_offline'])
    await live('PlatformB', true)
  })

  it('fails with the first cause when there is no clip at all, and leaves nothing behind', async () => {
    await live('PlatformA', false)
    await sandboxCall(app, 'disconnect', { platform: 'PlatformB' })
    const before = [await chatOf(app), await lastSeq(app)]
    const offline = await app.call('clip', {}, { status: 404 })
    assert.deepEqual([offline.status, offline.body.code], [404, 'stream_offline'])
    const none = await app.call('clip', { platform: 'PlatformB' }, { status: 400 })
    assert.deepEqual([none.status, none.body.code], [400, 'platform_not_connected'])
    assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
    await live('PlatformA', true)
    const mixed = await app.call('clip')
    assert.deepEqual(mixed.body.platforms, { alpha: 'created', beta: 'not_connected' })
    await sandboxCall(app, 'connect', { platform: 'PlatformB' })
  })

  it('needs the extension on PlatformA', async () => {
    app.app.sandbox.setExtension(false)
    const { body } = await app.call('clip')
    assert.deepEqual(body.platforms, { alpha: 'extension_not_connected', beta: 'created' })
    const alone = await app.call('clip', { platform: 'PlatformA' }, { status: 502 })
    assert.deepEqual([alone.status, alone.body.code], [502, 'extension_not_connected'])
    app.app.sandbox.setExtension(true)
  })

  it('reports which platform failed', async () => {
    app.app.sandbox.failNext('twitch', 'refuse', 'clip')
    const { status, body } = await app.call('clip')
    assert.equal(status, 200)
    assert.deepEqual(body.platforms, { alpha: 'created', beta: 'failed' })
    app.app.sandbox.failNext('kick', 'refuse', 'clip')
    const alone = await app.call('clip', { platform: 'PlatformA' }, { status: 502 })
    assert.deepEqual([alone.status, alone.body.code], [502, 'platform_refused'])
  })

  it('stands although the chat did not take the link', async () => {
    app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
    const from = await lastSeq(app)
    const { status, body } = await app.call('clip', { platform: 'PlatformA' })
    assert.deepEqual([status, body.platforms.alpha], [200, 'created'])
    assert.deepEqual(
      (await eventsSince(app, from)).map(({ kind }) => kind),
      ['clip.created'],
    )
  })

  it('has its bounds', async () => {
    for (const body of [
      { duration: 4 },
      { duration: 181 },
      { duration: 30.5 },
      { duration: '30' },
      { title: 'x'.repeat(141) },
      { platform: 'PlatformC' },
      { send_chat_message: 'no' },
    ]) {
      assert.equal((await app.call('clip', body, { status: 400 })).status, 400, JSON.stringify(body))
    }
    const { body } = await app.call('clip', { title: '  ', duration: 5, platform: 'PlatformA' })
    assert.match((await chatOf(app)).at(-1)?.text ?? '', /^Clip - Showcaller API: /)
    assert.equal(body.durations.alpha, 5)
  })
})

describe('clip under the brand names', () => {
  it('answers by their keys', async () => {
    const app = await createTestApp({ naming: 'brand' })
    try {
      const { body } = await app.call('clip', { platform: 'Kick' })
      assert.equal(body.platform, 'Kick')
      assert.deepEqual(body.platforms, { kick: 'created' })
      assert.deepEqual(Object.keys(body.clips), ['kick'])
      assert.deepEqual(body.durations, { kick: 30 })
    } finally {
      await app.close()
    }
  })
})
