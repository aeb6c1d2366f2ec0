import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { putContent } from './content.ts'
import { createPageClient, openPage, type PageClient, tokenOf } from './page-client.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the socket; overlay-queue.test.ts is about what is stored')
isSlow('it fills a server with pages')

describe('the overlay socket', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** What a bare socket receives for this request. */
  function ask(lines: readonly string[], path = '/overlay/socket'): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(app.port, '127.0.0.1', () => {
        socket.write([`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${app.port}`, ...lines, '', ''].join('\r\n'))
      })
      let heard = ''
      socket.on('data', (data) => {
        heard += data
        if (heard.startsWith('HTTP/1.1 101')) socket.destroy()
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  }

  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
  const handshake = [...upgrade, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']

  function failureIn(answer: string): { status: number; code: string; success: boolean } {
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { code: string; success: boolean }
    return { status: Number(answer.split(' ')[1]), code: body.code, success: body.success }
  }

  it('opens for its own pages, and for programs that name no origin', async () => {
    assert.match(await ask(handshake), /^HTTP\/1\.1 101/)
    assert.match(await ask([...handshake, `Origin: http://127.0.0.1:${app.port}`]), /^HTTP\/1\.1 101/)
  })

  for (const origin of ['http://evil.example', `http://127.0.0.1:1`, 'null', 'file://', 'nonsense']) {
    it(`is refused for a page from ${origin}`, async () => {
      const answer = failureIn(await ask([...handshake, `Origin: ${origin}`]))
      assert.deepEqual(answer, { status: 403, code: 'foreign_origin', success: false })
    })
  }

  it('answers a request that is not a WebSocket, or has another path, with the failure body', async () => {
    assert.deepEqual(failureIn(await ask(handshake, '/elsewhere')), {
      status: 404,
      code: 'not_found',
      success: false,
    })
    for (const lines of [upgrade, [...upgrade, 'Sec-WebSocket-Key: x']]) {
      assert.equal(failureIn(await ask(lines)).code, 'invalid_request')
    }
  })

  const tokens = {
    'of no shape': async () => 'nonsense',
    'with one letter changed': async () => {
      const token = await tokenOf(app)
      return `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`
    },
    'of an unknown channel': async () => (await tokenOf(app)).replace(/^ov_\d+/, 'ov_999999'),
    'of the test channel under this channel’s name': async () => {
      const twin = await tokenOf(app, await app.ctx.channels.testChannelOf(app.channel))
      return twin.replace(/^ov_\d+/, `ov_${app.channel.id}`)
    },
  }
  for (const [what, token] of Object.entries(tokens)) {
    it(`refuses a page with a token ${what}`, async () => {
      const page = await openPage(app, { token: await token() })
      await page.closed()
      assert.deepEqual(page.byes, ['invalid_link'])
      assert.equal(app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' }), false)
    })
  }

  it('never writes a token into the log', async () => {
    const token = await tokenOf(app)
    const page = await openPage(app)
    page.cut()
    assert.equal(
      app.logLines.some((line) => line.includes(token.slice(6))),
      false,
    )
  })

  const rudeness: [string, string | Uint8Array, string][] = [
    ['nonsense', 'nonsense', 'bad_message'],
    ['a binary frame', Buffer.from('{"type":"pong"}'), 'bad_message'],
    ['a second hello', '{"type":"hello","token":"ov_1_x","page":"p"}', 'bad_message'],
  ]
  for (const [what, frame, reason] of rudeness) {
    it(`disconnects a page that sends ${what}`, async () => {
      const page = await openPage(app)
      page.socket.send(frame)
      await page.closed()
      assert.deepEqual(page.byes, [reason])
    })
  }

  it('disconnects after more than 64 KiB, and after a frame in too many pieces', async () => {
    const large = await openPage(app)
    large.socket.send(`"${'x'.repeat(64 * 1024)}"`)
    await large.closed()
    const pieces = await openPage(app)
    const inPieces = pieces.socket as unknown as { send(data: string, options: { fin: boolean }): void }
    for (let i = 0; i < 100; i++) inPieces.send(' ', { fin: false })
    await pieces.closed()
    assert.deepEqual([large.byes, pieces.byes], [[], []])
  })

  it('takes reports only after a hello', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${app.port}/overlay/socket`)
    const heard = new Promise<string>((resolve) => socket.on('message', (data) => resolve(String(data))))
    socket.on('open', () => socket.send('{"type":"shown","id":"tts_x"}'))
    assert.deepEqual(JSON.parse(await heard), { type: 'bye', reason: 'hello_expected' })
    socket.terminate()
  })

  it('allows 20 frames a second and no more', async () => {
    const page = await openPage(app)
    // The hello was the first, the receipt is the twentieth.
    for (let i = 0; i < 18; i++) page.say({ type: 'pong' })
    assert.equal((await app.call('trigger-audio-alert', { id: 1 })).status, 200)
    assert.equal(page.isOpen, true)
    // Enough for more than 20 in one second wherever the seconds begin.
    for (let i = 0; i < 60; i++) page.say({ type: 'pong' })
    await page.closed()
    assert.deepEqual(page.byes, ['too_many_messages'])
  })

  it('is not shut by connections that stay silent or have a wrong link, however many', async () => {
    const before = await connections()
    const address = `ws://127.0.0.1:${app.port}/overlay/socket`
    const silent = Array.from({ length: 250 }, () => new WebSocket(address))
    const wrong = Array.from({ length: 50 }, () => createPageClient(app.url, { token: 'made-up' }))
    for (const socket of silent) socket.on('error', () => {})
    const isOver = ({ readyState }: WebSocket) => readyState !== WebSocket.CONNECTING
    await eventually('the silent ones to be in', () => silent.every(isOver))
    await Promise.all(wrong.map((page) => page.connect()))
    // At most 50 of an address are kept; the oldest went first.
    await eventually(
      'the rest to be closed',
      () => silent.filter((one) => one.readyState === WebSocket.OPEN).length <= 50,
    )
    const page = await openPage(app)
    assert.deepEqual([page.isOpen, page.byes], [true, []])
    // Authenticated pages are never closed to make room.
    const more = Array.from({ length: 60 }, () => new WebSocket(address))
    for (const socket of more) socket.on('error', () => {})
    await eventually('more to be in', () => more.every(isOver))
    assert.equal((await app.call('trigger-audio-alert', { id: 1 })).status, 200)
    assert.equal(page.isOpen, true)
    for (const socket of [...silent, ...more]) socket.terminate()
    page.cut()
    await eventually('the page to be gone', async () => (await connections()) <= before)
  })

  async function connections(): Promise<number> {
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    return Number(/^showcaller_overlay_connections (\d+)$/m.exec(metrics)?.[1])
  }

  it('holds 200 pages of a channel and no more, and gives a page that comes again its own place', async () => {
    const open = (i: number) => openPage(app, { page: `one-of-many-${i}` })
    const pages: PageClient[] = []
    for (let i = 0; i < 200; i += 20) {
      pages.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => open(i + index)))))
    }
    const oneMore = await openPage(app)
    assert.deepEqual(oneMore.byes, ['too_many_pages'])
    const again = await openPage(app, { page: 'one-of-many-7' })
    assert.deepEqual([again.byes, again.isOpen], [[], true])
    await pages[7]?.closed()
    assert.deepEqual(pages[7]?.byes, ['replaced'])
    const testChannel = await app.ctx.channels.testChannelOf(app.channel)
    const elsewhere = await openPage(app, { token: await tokenOf(app, testChannel) })
    assert.equal(elsewhere.isOpen, true)
    for (const page of [...pages, again, elsewhere]) page.cut()
  })

  it('cuts off a page that does not read, and gives it everything when it comes back', async () => {
    const reader = await openPage(app)
    const slow = await openPage(app, { acks: 'none' })
    slow.socket.pause()
    const payload = { text: 'x'.repeat(50_000) }
    for (let batch = 0; batch < 40; batch++) {
      await app.ctx.db.write(async (tx) => {
        for (let i = 0; i < 5; i++) {
          await app.ctx.overlays.queue(tx, app.cause, { kind: 'tts', idPrefix: 'tts', payload, expiresInMs: 60_000 })
        }
      })
      await reader.until(() => reader.cues.length === 5 * (batch + 1), 'the batch')
    }
    const had = slow.cues.length
    slow.socket.resume()
    await slow.closed()
    assert.ok(had < 200)
    await slow.connect()
    await slow.until(() => slow.cues.length === 200, 'the rest')
    reader.cut()
    slow.cut()
  })

  it('notifies pages when the server goes, and takes no time over those that do not listen', async () => {
    const own = await createTestApp()
    const page = await openPage(own)
    const deaf = createPageClient(own.url, { token: await tokenOf(own) })
    await deaf.connect()
    deaf.socket.pause()
    // A goodbye that waited for an answer would take for ever: the deaf page never gives one.
    await within('the server to close', own.close())
    await page.closed()
    assert.deepEqual(page.byes, ['shutting_down'])
    deaf.cut()
  })

  it('lets a call that waits for a page have its answer before the server goes', async () => {
    const own = await createTestApp()
    let isOpen = true
    try {
      await putContent(own)
      const page = await openPage(own)
      // Alerts, since a voice takes its time.
      const calls = Array.from({ length: 10 }, () => own.call('trigger-audio-alert', { id: 1 }))
      await page.until(() => page.cues.length === 10, 'all of them')
      isOpen = false
      await own.app.close({ drainMs: 60_000 })
      for (const answer of await Promise.all(calls)) assert.equal(answer.status, 200)
    } finally {
      // A test that fails must not leave a server behind, which would hold up the file.
      if (isOpen) await own.app.close()
      rmSync(own.folder, { recursive: true, force: true })
    }
  })
})
