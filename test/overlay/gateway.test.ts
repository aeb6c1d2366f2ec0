import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { systemClock } from '../../src/ambient.ts'
import { type Bus, createMemoryBus } from '../../src/bus/bus.ts'
import { createOverlayGateway, type OverlayGateway } from '../../src/gateway/overlay-gateway.ts'
import { createPages, type Pages } from '../../src/gateway/pages.ts'
import { createPlayerRelay } from '../../src/gateway/player-relay.ts'
import { createUpgrade } from '../../src/http/upgrade.ts'
import { createLog } from '../../src/log.ts'
import { createPageClient } from './page-client.ts'

const speech = { kind: 'tts' } as const

describe('the door and the heartbeat', () => {
  let pages: Pages
  let gateway: OverlayGateway
  let bus: Bus
  let url: string
  let findChannel: () => Promise<number | undefined>
  const server = createServer()

  beforeEach(async () => {
    const log = createLog('silent')
    bus = createMemoryBus(assert.ifError)
    findChannel = async () => 1
    pages = createPages()
    const readPlayer = async () => ({ playing: false, song: null, positionMs: 0 })
    const desk = {
      findChannel: () => findChannel(),
      lastSeq: async () => 0,
      missed: async () => ({ cues: [], more: false }),
      report: async () => {},
    }
    gateway = createOverlayGateway({
      pages,
      overlays: desk,
      player: createPlayerRelay({ pages, readPlayer, bus, log }),
      clock: systemClock,
      bus,
      log,
      publicHost: 'overlay.example',
      timings: { helloMs: 150, heartbeatMs: 200, answerTimeoutMs: 120 },
    })
    server.on('upgrade', createUpgrade([gateway]))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    await gateway.close()
    server.removeAllListeners('upgrade')
    await new Promise((resolve) => server.close(resolve))
  })

  it('keeps a page connected that answers, however long', async () => {
    const page = createPageClient(url, { token: 'any' })
    await page.connect()
    for (let looks = 0; looks < 70; looks++) {
      assert.equal(pages.isConnected(1, speech), true)
      await delay(10)
    }
    assert.ok(page.pings >= 3)
  })

  it('does not count a page as connected that left the last one unanswered, and hangs up in the end', async () => {
    const page = createPageClient(url, { token: 'any', answersPings: false })
    await page.connect()
    assert.equal(pages.isConnected(1, speech), true)
    await page.until(() => page.pings === 1, 'the first heartbeat')
    await delay(150)
    assert.equal(pages.isConnected(1, speech), false)
    assert.equal(page.isOpen, true)
    page.say({ type: 'pong' })
    for (let looks = 0; looks < 30 && !pages.isConnected(1, speech); looks++) await delay(5)
    assert.equal(pages.isConnected(1, speech), true, 'a late answer is an answer')
    await page.closed()
    assert.equal(pages.count(1), 0)
  })

  it('shows a page out that does not say hello', async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/overlay/socket`)
    const heard = new Promise<string>((resolve) => socket.on('message', (data) => resolve(String(data))))
    assert.deepEqual(JSON.parse(await heard), { type: 'bye', reason: 'hello_expected' })
    socket.terminate()
  })

  it('lets nobody in whose link is rolled while it is looked up', async () => {
    let isRolled = false
    findChannel = async () => {
      const channelId = isRolled ? undefined : 1
      await delay(20)
      return channelId
    }
    const page = createPageClient(url, { token: 'any' })
    const connected = page.connect()
    await delay(10)
    isRolled = true
    bus.publish('overlay-link-rolled', { channelId: 1 })
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
