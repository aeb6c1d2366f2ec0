import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKnownPages } from '../../src/capabilities/obs/known-pages.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import type { ObsReport } from '../../src/registry/overlay-messages.ts'

const channel = 7

function report(level: number): ObsReport {
  const outputs = { streaming: false, recording: false, paused: false, replay_buffer: false, virtual_camera: false }
  return { type: 'obs', level, active: null, scene: null, scenes: [], replays: 0, ...outputs }
}

function openNodes() {
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  const open = (nodeId: string) => createKnownPages({ bus, nodeId, onChange() {} })
  return { bus, open, one: open('one'), other: open('other') }
}

describe('overlay pages inside OBS, on several nodes', () => {
  it('are known on each of them, and the one with the most permissions is chosen', () => {
    const { one, other } = openNodes()
    one.receive(channel, 'first', report(2))
    one.receive(channel, 'equal', report(2))
    for (const node of [one, other]) assert.equal(node.chosen(channel)?.page, 'first')
    other.receive(channel, 'strong', report(4))
    for (const node of [one, other]) {
      assert.equal(node.chosen(channel)?.page, 'strong')
      assert.equal(node.chosen(channel)?.node, 'other')
    }
    assert.equal(one.chosen(channel + 1), undefined)
  })

  it('are not chosen without any permission', () => {
    const { one } = openNodes()
    one.receive(channel, 'page', report(0))
    assert.equal(one.chosen(channel), undefined)
    assert.equal(one.reports(channel).length, 1)
  })

  it('are removed by their own node alone, which a page may have left for another one', () => {
    const { bus, one, other } = openNodes()
    one.receive(channel, 'page', report(3))
    other.receive(channel, 'page', report(3))
    one.receive(channel, 'page', null)
    bus.publish('obs-page-announced', { from: 'one', channelId: channel, page: 'page', report: null })
    for (const node of [one, other]) assert.equal(node.chosen(channel)?.node, 'other')
    other.receive(channel, 'page', null)
    for (const node of [one, other]) assert.equal(node.chosen(channel), undefined)
  })

  it('are announced to a node that asks, and forgotten with a node that left', () => {
    const { bus, open, one } = openNodes()
    one.receive(channel, 'page', report(1))
    const late = open('late')
    assert.equal(late.chosen(channel), undefined)
    bus.publish('programs-requested', { from: 'late' })
    assert.equal(late.chosen(channel)?.node, 'one')
    bus.publish('node-left', { nodeId: 'one' })
    assert.equal(late.chosen(channel), undefined)
  })
})
