import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('send-message and send-bot-message', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('write as the broadcaster, on PlatformA when none is named', async () => {
    const { status, body } = await app.call('send-message', { message: 'hello there' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['success', 'message_id'])
    const line = (await chatOf(app)).at(-1)
    assert.deepEqual(
      [line?.id, line?.username, line?.text, line?.as],
      [body.message_id, 'streamer', 'hello there', 'broadcaster'],
    )
  })

  it('write as the bot under its own name', async () => {
    const { body } = await app.call('send-bot-message', { message: 'beep', platform: 'PlatformB' })
    const line = (await chatOf(app, 'PlatformB')).at(-1)
    assert.deepEqual([line?.id, line?.text, line?.as], [body.message_id, 'beep', 'bot'])
    assert.notEqual(line?.username, 'streamer')
  })

  it('make one line of tabs and line breaks', async () => {
    await app.call('send-message', { message: 'one\ttwo\r\nthree\nfour' })
    assert.equal((await chatOf(app)).at(-1)?.text, 'one two three four')
  })

  it('leave a row in the history that reports who wrote what', async () => {
    const from = await lastSeq(app)
    const { body } = await app.call('send-bot-message', { message: 'for the record' })
    const appended = (await eventsSince(app, from)).filter(({ kind }) => kind === 'chat.sent')
    assert.equal(appended.length, 1)
    assert.equal(appended[0]?.platform, 'kick')
    assert.match(appended[0]?.actor ?? '', /^key:/)
    assert.deepEqual(appended[0]?.data, { text: 'for the record', as: 'bot', messageId: body.message_id })
  })

  it('take 1 to 500 characters, counted as people count them', async () => {
    assert.equal((await app.call('send-message', { message: '😀'.repeat(500) })).status, 200)
    for (const message of ['😀'.repeat(501), '', ' \t ', 5, undefined, 'a\u0007b', '\ud800']) {
      const before = [await chatOf(app), await lastSeq(app)]
      const { status, body } = await app.call('send-message', { message }, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'], String(message))
      assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
    }
  })

  it('know no chat but those of PlatformA and PlatformB', async () => {
    for (const platform of ['PlatformC', 'PlatformD', 'kick', 'all']) {
      const { status, body } = await app.call('send-message', { message: 'hi', platform }, { status: 400 })
      assert.deepEqual([status, body.error], [400, 'platform must be one of PlatformA (Kick), PlatformB (Twitch).'])
    }
  })

  it('answer 502 with the reason, and no invented id, when the platform does not accept', async () => {
    const before = [await chatOf(app), await lastSeq(app)]
    for (const operation of ['send-message', 'send-bot-message']) {
      app.app.sandbox.failNext('kick', 'refuse', 'sendChat')
      const { status, body } = await app.call(operation, { message: 'hi' }, { status: 502 })
      assert.deepEqual([status, body.code, body.message_id], [502, 'platform_refused', undefined])
      assert.match(body.error, /Kick refused/)
    }
    assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
  })

  it('send once for one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'hello-1' }
    const first = await app.call('send-message', { message: 'just once' }, { headers })
    const second = await app.call('send-message', { message: 'just once' }, { headers })
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal((await chatOf(app)).filter(({ text }) => text === 'just once').length, 1)
  })

  it('say so when the account is not connected', async () => {
    await sandboxCall(app, 'disconnect', { platform: 'PlatformB' })
    const { status, body } = await app.call('send-message', { message: 'hi', platform: 'PlatformB' }, { status: 400 })
    assert.deepEqual([status, body.code], [400, 'platform_not_connected'])
    await sandboxCall(app, 'connect', { platform: 'PlatformB' })
  })
})
