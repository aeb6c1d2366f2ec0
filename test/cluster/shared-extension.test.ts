import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClipResult } from '../../src/capabilities/extension/contract/extension-messages.ts'
import { createSharedExtension } from '../../src/cluster/shared-extension.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import type { ConnectedBrowser } from '../../src/platforms/contract/mirrored-events.ts'

const wanted = { channel: 'streamer', title: 'A good one', seconds: 30 }
const made: ClipResult = { ok: true, url: 'https://kick.com/streamer/clips/1' }

describe('clip extensions of several nodes', () => {
  function createNodes() {
    const bus = createMemoryBus((error) => assert.fail(String(error)))
    return ['a', 'b', 'c'].map((nodeId) => {
      const browsers = new Map<string, ConnectedBrowser>()
      const asked: string[] = []
      const own = {
        presence: (channelId: number) => (channelId === 7 ? browsers : new Map<string, ConnectedBrowser>()),
        async clip(): Promise<ClipResult | undefined> {
          asked.push(nodeId)
          return browsers.size > 0 ? made : undefined
        },
      }
      const shared = createSharedExtension({ own, bus, ids: randomIds, nodeId })
      return { bus, browsers, asked, shared }
    })
  }

  it('make the clip where the browser is, and the node that was asked answers with it', async () => {
    const [a, b, c] = createNodes()
    b?.browsers.set('browser', { hasTab: true, mirror: 'open' })
    b?.bus.publish('presence-changed', { channelId: 7 })
    assert.equal(a?.shared.isConnected(7), true)
    assert.equal(a?.shared.isConnected(8), false)
    assert.deepEqual([...(a?.shared.presence(7) ?? [])], [['browser', { hasTab: true, mirror: 'open' }]])
    assert.deepEqual(await a?.shared.clip(7, wanted), made)
    assert.deepEqual([a?.asked, b?.asked, c?.asked], [[], ['b'], []])
  })

  it('know of a browser that came before they did, and forget one whose node has left', () => {
    const [a, b] = createNodes()
    b?.browsers.set('browser', { hasTab: false, mirror: null })
    b?.bus.publish('presence-changed', { channelId: 7 })
    a?.bus.publish('missed-messages', {})
    assert.equal(a?.shared.isConnected(7), true)
    a?.bus.publish('node-left', { nodeId: 'b' })
    assert.equal(a?.shared.isConnected(7), false)
  })

  it('say that nobody is there when nobody is', async () => {
    const [a] = createNodes()
    assert.equal(await a?.shared.clip(7, wanted), undefined)
  })
})
