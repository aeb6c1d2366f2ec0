import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { WebSocket } from 'ws'
import { createOverlayGateway, type OverlayGateway } from '../../src/capabilities/overlay/gateway/overlay-gateway.ts'
import { createPages, type Pages } from '../../src/capabilities/overlay/gateway/pages.ts'
import { createPlayerRelay } from '../../src/capabilities/overlay/gateway/player-relay.ts'
import { type Bus, createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createUpgrade } from '../../src/kernel/http/upgrade.ts'
import { createLog } from '../../src/kernel/log.ts'
import { eventually, within } from '../eventually.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { createPageClient } from './page-client.ts'

const speech = { kind: 'tts' } as const

describe('the gateway and its heartbeat', () => {
  let pages: Pages
  let gateway: OverlayGateway
  let bus: Bus
  let url: string
  let findChannel: () => Promise<number | undefined>
  let clock: TestClock
  const server = createServer()
  const timings = { helloMs: 60_000, heartbeatMs: 10_000, answerTimeoutMs: 3_000 }
  const beat = () => mock.timers.tick(timings.heartbeatMs)

  beforeEach(async () => {
    // The heart beats when the test says so.
    mock.timers.enable({ apis: ['setInterval'] })
    open()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  function open(more: { helloMs?: number } = {}): void {
    clock = createTestClock()
    const log = createLog('silent')
    bus = createMemoryBus(assert.ifError)
    findChannel = async () => 1
    pages = createPages()
    const readPlayer = async () => ({ playing: false, song: null, positionMs: 0 })
    const overlays = {
      findChannel: () => findChannel(),
      lastSeq: async () => 0,
      missed: async () => ({ cues: [], more: false }),
      report: async () => {},
    }
    gateway = createOverlayGateway({
      refusals: { note() {} },
      pages,
      overlays,
      player: createPlayerRelay({ pages, readPlayer, bus, log }),
      clock,
      bus,
      log,
      publicHost: 'overlay.example',
      timings: { ...timings, ...more },
    })
    const upgrade = createUpgrade([gateway])
    const info = { requestId: 'test', address: '127.0.0.1' }
    server.on('upgrade', (req, socket, head) => upgrade(req, socket, head, info))
  }
  afterEach(async () => {
    mock.timers.reset()
    await gateway.close()
    server.removeAllListeners('upgrade')
    await new Promise((resolve) => server.close(resolve))
  })

  it('keeps a page connected that answers, however long', async () => {
    const page = createPageClient(url, { token: 'any' })
    await page.connect()
    for (let beats = 1; beats <= 5; beats++) {
      beat()
      assert.equal(pages.isConnected(1, speech), true, 'it has time to answer')
      await page.until(() => page.pings === beats, `heartbeat ${beats}`)
      clock.advance(timings.heartbeatMs)
      await eventually('the answer to count', () => pages.isConnected(1, speech))
    }
  })

  it('does not count a page as connected that left the last one unanswered, and disconnects it in the end', async () => {
    const page = createPageClient(url, { token: 'any', answersPings: false })
    await page.connect()
    assert.equal(pages.isConnected(1, speech), true)
    beat()
    await page.until(() => page.pings === 1, 'the first heartbeat')
    clock.advance(timings.answerTimeoutMs + 1)
    assert.equal(pages.isConnected(1, speech), false)
    assert.equal(page.isOpen, true)
    page.say({ type: 'pong' })
    await eventually('a late answer to be an answer', () => pages.isConnected(1, speech))
    for (let unanswered = 0; unanswered < 3; unanswered++) beat()
    await page.until(() => page.pings === 4, 'the last heartbeat')
    assert.equal(page.isOpen, true)
    beat()
    await page.closed()
    assert.equal(pages.count(1), 0)
  })

  it('disconnects a page that does not say hello', async () => {
    await gateway.close()
    server.removeAllListeners('upgrade')
    open({ helloMs: 1 })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/overlay/socket`)
    const heard = new Promise<string>((resolve) => socket.on('message', (data) => resolve(String(data))))
    assert.deepEqual(JSON.parse(await heard), { type: 'bye', reason: 'hello_expected' })
    socket.terminate()
  })

  it('refuses a page whose link is rolled while it is looked up', async () => {
    const asked = Promise.withResolvers<void>()
    const found = Promise.withResolvers<number>()
    findChannel = () => {
      asked.resolve()
      return found.promise
    }
    const page = createPageClient(url, { token: 'any' })
    const connected = page.connect()
    await within('the link to be looked up', asked.promise)
    findChannel = async () => undefined
    bus.publish('overlay-link-rolled', { channelId: 1 })
    found.resolve(1)
    await connected
    assert.deepEqual(page.byes, ['invalid_link'])
    assert.equal(pages.count(1), 0)
  })

  it('takes pages from the public host, for a proxy may hide the name they came by', async () => {
    const page = createPageClient(url, { token: 'any', headers: { Origin: 'https://overlay.example' } })
    await page.connect()
    assert.equal(page.isOpen, true)
    page.cut()
  })
})
