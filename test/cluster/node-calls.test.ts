import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createNodeCalls } from '../../src/kernel/bus/node-calls.ts'
import { createLog } from '../../src/kernel/log.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { verbatim } from '../../src/kernel/text/message.ts'

interface Snapshot {
  readonly name: string
}
interface Calls {
  readonly double: { readonly input: { readonly amount: number }; readonly answer: number }
}

const channelId = 7

describe('a connection that one node has and all nodes use', () => {
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  const log = createLog('error', () => {})

  function join(nodeId: string, own: readonly (readonly [number, Snapshot])[], service: 'obs' | 'discord' = 'discord') {
    const made: number[] = []
    const nodes = createNodeCalls<Snapshot, Calls>({
      bus,
      ids: randomIds,
      log,
      nodeId,
      service,
      answerTimeoutMs: 60_000,
      notConnected: 'discord_not_connected',
      own: () => own,
      async run(_channelId, _name, { amount }) {
        made.push(amount)
        if (amount < 0) throw new Failure('discord_refused', { message: verbatim('No.'), mayHaveHappened: true })
        if (amount === 0) throw new Error('unexpected')
        return amount * 2
      },
    })
    return { ...nodes, made }
  }

  it('is known to a node that joins later, which forwards its calls and gets the answer or the failure', async () => {
    const holder = join('a', [[channelId, { name: 'Show lounge' }]])
    const other = join('b', [])
    const ofObs = join('c', [], 'obs')
    assert.deepEqual(other.snapshotOf(channelId), { name: 'Show lounge' })
    assert.equal(ofObs.snapshotOf(channelId), undefined)
    assert.equal(await ofObs.call(channelId, 'double', { amount: 4 }), undefined)
    assert.deepEqual(await other.call(channelId, 'double', { amount: 4 }), 8)
    await assert.rejects(other.call(channelId, 'double', { amount: -1 }), {
      code: 'discord_refused',
      message: 'No.',
      mayHaveHappened: true,
    })
    await assert.rejects(other.call(channelId, 'double', { amount: 0 }), { code: 'internal_error' })
    assert.deepEqual([holder.made, other.made, ofObs.made], [[4, -1, 0], [], []])

    holder.announce(channelId, { name: 'Renamed' })
    assert.deepEqual(other.snapshotOf(channelId), { name: 'Renamed' })
    bus.publish('node-left', { nodeId: 'a' })
    assert.equal(other.snapshotOf(channelId), undefined)
    assert.equal(await other.call(channelId, 'double', { amount: 4 }), undefined)
    // Messages may have been lost: everybody announces again what they have.
    bus.publish('missed-messages', {})
    assert.deepEqual(other.snapshotOf(channelId), { name: 'Show lounge' })
    holder.announce(channelId, null)
    assert.equal(other.snapshotOf(channelId), undefined)
    for (const nodes of [holder, other, ofObs]) nodes.close()
  })
})
