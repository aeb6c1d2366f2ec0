import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from '../../src/capabilities/overlay/gateway/page.ts'
import { createPlayerPages } from '../../src/capabilities/player/player-pages.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'

function page(channelId: number, isAnswering = () => true): Page {
  return { channelId, name: 'page', only: undefined, isAnswering, send() {}, leave() {} }
}

describe('the player pages of several nodes', () => {
  /** Both nodes hear each other over one bus. */
  function openNodes() {
    const bus = createMemoryBus((error) => assert.fail(String(error)))
    return { bus, one: createPlayerPages({ bus, nodeId: 'one' }), two: createPlayerPages({ bus, nodeId: 'two' }) }
  }

  it('are open for every node, until the page or its node is gone', () => {
    const { bus, one, two } = openNodes()
    const opened = page(7)
    one.add(opened)
    assert.deepEqual([one.isOpen(7), two.isOpen(7), two.isOpen(8)], [true, true, false])
    one.remove(opened)
    assert.deepEqual([one.isOpen(7), two.isOpen(7)], [false, false])
    one.add(opened)
    bus.publish('node-left', { nodeId: 'one' })
    assert.equal(two.isOpen(7), false)
  })

  it('are announced again to a node that has missed something', () => {
    const { bus, one, two } = openNodes()
    one.add(page(7))
    bus.publish('missed-messages', {})
    assert.equal(two.isOpen(7), false)
    bus.publish('pages-requested', { nodeId: 'two' })
    assert.equal(two.isOpen(7), true)
  })

  it('do not count as open here while they leave heartbeats unanswered', () => {
    const { one } = openNodes()
    let isAnswering = true
    one.add(page(7, () => isAnswering))
    isAnswering = false
    assert.equal(one.isOpen(7), false)
  })
})
