import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { type FakeExtension, openFakeExtension } from './fake-extension.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about what browsers say and are asked on their socket')
isSlow('it waits for the limits of sockets')

describe('the socket of the clip extension', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  const open: FakeExtension[] = []
  before(async () => {
    app = await createTestApp({ clock, config: { trustedProxies: ['127.0.0.1'] } })
    owner = await signInAsOwner(app)
  })
  after(() => app?.close())
  beforeEach(async () => {
    // So that no test runs into the limit on codes of another.
    clock.advance(minuteMs)
    await Promise.all(open.splice(0).map((one) => one.close()))
    for (const { id } of (await state()).pairings) await owner.call('unpair-extension', { id })
    await eventually('nobody is there', async () => !(await state()).connected)
  })

  const state = async () => (await owner.call('get-extension')).body
  const makeCode = async () => (await owner.call('create-extension-code')).body.code as string
  const come = async (address?: string) => {
    const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address }
    const extension = await openFakeExtension(app.url, { headers })
    open.push(extension)
    return extension
  }
  const refused = async (code: string, address?: string) => {
    const extension = await come(address)
    extension.say({ type: 'pair', code, browser: 'Chrome', version: '0.1.0' })
    return (await extension.hears('bye')).reason
  }
  const clip = () =>
    app.app.clipExtension
      .clip(app.channel.id, { slug: 'streamer', title: 'x', seconds: 30 }, AbortSignal.timeout(60_000))
      .catch((error: { code: string; message: string; mayHaveHappened: boolean }) => error)

  it('is a connection of the channel once a browser is paired, in the words of every other', async () => {
    const connection = async () =>
      (await owner.call('list-connections')).body.connections.find(({ id }: { id: string }) => id === 'extension')
    assert.equal(await connection(), undefined)
    const browser = await come()
    const token = await browser.pair(await makeCode())
    await browser.close()
    await eventually('it is gone', async () => (await connection())?.state === 'off')
    assert.equal((await connection()).message, 'No paired browser is open.')
    await (await come()).hello(token, false)
    await eventually('it is back', async () => (await connection())?.state === 'limited')
    assert.equal((await connection()).message, 'No Kick tab is open.')
    await (await come()).hello(token)
    await eventually('it is ready', async () => (await connection())?.state === 'connected')
  })

  it('takes a code once, and only the newest', async () => {
    const [older, code] = [await makeCode(), await makeCode()]
    assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)
    const before = await lastSeq()
    assert.equal(await refused(older), 'invalid_code')
    assert.equal(await refused('0000-0000'), 'invalid_code')
    assert.equal(await refused('not a code'), 'invalid_code')
    assert.equal(await lastSeq(), before)
    assert.match(await (await come()).pair(code), /^ext_/)
    assert.equal(await refused(code), 'invalid_code')
    assert.equal((await state()).pairings.length, 1)
  })

  it('takes no code that is older than ten minutes', async () => {
    const code = await makeCode()
    clock.advance(10 * minuteMs)
    assert.equal(await refused(code), 'invalid_code')
  })

  it('lets nobody guess for long', async () => {
    const reasons: string[] = []
    for (let i = 0; i < 11; i++) reasons.push(await refused(`AAAA-000${i % 10}`))
    assert.deepEqual([...new Set(reasons)], ['invalid_code', 'too_many_tries'])
    assert.equal(await refused(await makeCode()), 'too_many_tries')
  })

  it('counts guesses by the address of the browser, also behind a proxy, and IPv6 by its network', async () => {
    for (let i = 0; i < 10; i++) await refused(`AAAA-000${i}`, '203.0.113.1')
    assert.equal(await refused('AAAA-0000', '203.0.113.1'), 'too_many_tries')
    assert.equal(await refused('AAAA-0000', '192.0.2.66, 203.0.113.1'), 'too_many_tries', 'the rest is invented')
    assert.equal(await refused('AAAA-0000', '203.0.113.2'), 'invalid_code')
    for (let i = 0; i < 10; i++) await refused(`AAAA-000${i}`, `2001:db8::${i}`)
    assert.equal(await refused('AAAA-0000', '2001:db8::ffff'), 'too_many_tries')
    assert.equal(await refused('AAAA-0000', '2001:db8:0:1::1'), 'invalid_code')
  })

  it('keeps no token that opens anything', async () => {
    const token = await (await come()).pair(await makeCode())
    const rows = await app.ctx.extension.pairings.list(app.channel.id)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
    const copy = `${app.folder}/copy.sqlite`
    await app.ctx.db.backup(copy)
    const { readFileSync } = await import('node:fs')
    assert.equal(readFileSync(copy).includes(token.slice(-40)), false)
  })

  it('lets a paired browser in with its token, also after it was away', async () => {
    const first = await come()
    const token = await first.pair(await makeCode())
    await first.close()
    await eventually('it is gone', async () => !(await state()).connected)
    const second = await come()
    await second.hello(token)
    const { connected, tab_open, pairings } = await state()
    assert.deepEqual([connected, tab_open, pairings[0].connected], [true, true, true])
    second.say({ type: 'alive', tab: false })
    await second.hears('alive')
    assert.equal((await state()).tab_open, false)
  })

  it('lets nobody in with a token that is wrong, changed or revoked', async () => {
    const first = await come()
    const token = await first.pair(await makeCode())
    const changed = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    for (const wrong of [changed, 'ext_1_x', 'nonsense', `ext_999_${token.split('_').slice(2).join('_')}`]) {
      const extension = await come()
      extension.say({ type: 'hello', token: wrong, version: '0.1.0', tab: true })
      assert.equal((await extension.hears('bye')).reason, 'invalid_token')
      assert.equal(await extension.isClosed(), 4401)
    }
    const [{ id }] = (await state()).pairings
    await owner.call('unpair-extension', { id })
    assert.equal((await first.hears('bye')).reason, 'unpaired')
    const again = await come()
    again.say({ type: 'hello', token, version: '0.1.0', tab: true })
    assert.equal((await again.hears('bye')).reason, 'invalid_token')
    assert.equal((await owner.call('unpair-extension', { id }, { status: 404 })).status, 404)
  })

  it('has room for five browsers', async () => {
    for (let i = 0; i < 5; i++) await (await come()).pair(await makeCode())
    assert.equal(await refused(await makeCode()), 'too_many_browsers')
    assert.equal((await state()).pairings.length, 5)
  })

  it('asks the browser that has the page open, and the next when it has none after all', async () => {
    const [blind, seeing] = [await come(), await come()]
    await blind.pair(await makeCode())
    await seeing.pair(await makeCode())
    blind.say({ type: 'alive', tab: true })
    await blind.hears('alive')
    const made = clip()
    const first = await blind.hears('clip')
    assert.deepEqual([first.channel, first.seconds], ['streamer', 30])
    assert.equal(
      seeing.heard.some(({ type }) => type === 'clip'),
      false,
    )
    blind.say({ type: 'clip-result', id: first.id, ok: false, reason: 'no_tab', detail: '' })
    const second = await seeing.hears('clip')
    seeing.say({ type: 'clip-result', id: second.id, ok: true, url: 'https://kick.com/streamer/clips/clip_1' })
    assert.deepEqual(await made, { url: 'https://kick.com/streamer/clips/clip_1' })
  })

  it('takes the result from a browser that lost the line meanwhile and came back', async () => {
    const first = await come()
    const token = await first.pair(await makeCode())
    const made = clip()
    const { id } = await first.hears('clip')
    await first.close()
    const again = await come()
    await again.hello(token)
    again.say({ type: 'clip-result', id, ok: true, url: 'https://kick.com/streamer/clips/clip_2' })
    assert.deepEqual(await made, { url: 'https://kick.com/streamer/clips/clip_2' })
  })

  it('says that the outcome is not known when the browser goes away for good', async () => {
    const extension = await come()
    await extension.pair(await makeCode())
    const made = clip()
    await extension.hears('clip')
    await extension.close()
    const failure = await made
    assert.ok('code' in failure)
    assert.deepEqual([failure.code, failure.mayHaveHappened], ['platform_unavailable', true])
    assert.match(failure.message, /disconnected.*Look at your clips/)
  })

  it('is not shut by connections that stay silent, however many', async () => {
    const { body } = await owner.call('create-extension-code')
    const silent = await Promise.all(Array.from({ length: 120 }, () => openFakeExtension(app.url)))
    const extension = await openFakeExtension(app.url)
    await extension.pair(body.code)
    assert.ok(silent.filter(({ socket }) => socket.readyState === socket.OPEN).length <= 20)
    for (const { socket } of silent) socket.terminate()
    await extension.close()
  })

  it('ends with who says what is not to be said', async () => {
    const strange = [
      'no json',
      '[]',
      { type: 'alive', tab: true },
      { type: 'hello', token: 'x' },
      { type: 'pair', code: 'x', browser: 'x', version: 'x', more: 1 },
      { type: 'clip-result', id: 'x', ok: true, url: 'javascript:alert(1)' },
    ]
    for (const message of strange) {
      const extension = await come()
      extension.say(message)
      assert.match((await extension.hears('bye')).reason, /bad_message|hello_expected/)
      await extension.isClosed()
    }
    const loud = await come()
    await loud.pair(await makeCode())
    for (let i = 0; i < 60; i++) loud.say({ type: 'alive', tab: true })
    assert.equal((await loud.hears('bye')).reason, 'too_many_messages')
  })

  it('takes no link that could be anything but a link, and no answer to what was not asked', async () => {
    const extension = await come()
    await extension.pair(await makeCode())
    extension.say({ type: 'clip-result', id: 'clip_unknown', ok: true, url: 'https://kick.com/x' })
    extension.say({ type: 'alive', tab: true })
    await extension.hears('alive')
    extension.say({ type: 'clip-result', id: 'x', ok: true, url: 'https://kick.com/x and more words' })
    assert.equal((await extension.hears('bye')).reason, 'bad_message')
  })

  it('is no place for web pages', async () => {
    const status = await new Promise((resolve) => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        Origin: 'https://evil.example',
      }
      request(`${app.url}/extension/socket`, { headers }, (res) => {
        res.resume()
        resolve(res.statusCode)
      }).end()
    })
    assert.equal(status, 403)
  })
})
