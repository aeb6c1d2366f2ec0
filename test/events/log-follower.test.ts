import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLogFollower } from '../../src/capabilities/events/log-follower.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'

runsOn('sqlite', 'postgres')

describe('whoever follows the log of a channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** A node with a bus of its own: what the app writes is written by another node. */
  async function openNode(isShared: boolean) {
    const { db, events, log } = app.ctx
    const bus = createMemoryBus((error) => assert.fail(String(error)))
    const received: number[] = []
    const follower = createLogFollower({ db, bus, log, events, isShared })
    const following = follower.follow(app.channel.id, ({ seq }) => received.push(seq))
    await following.ready
    return { bus, received, following }
  }
  const write = (title: string) =>
    app.ctx.db.write((tx) =>
      app.ctx.events.appendNew(tx, app.cause, { kind: 'stream.title-changed', platform: 'kick', data: { title } }),
    )

  it('gets each event once and in order, also when the messages of another node are late or out of order', async () => {
    const { bus, received, following } = await openNode(false)
    const seqs = [await write('one'), await write('two'), await write('three')]
    const all = await app.ctx.events.numbered(app.ctx.db, app.channel.id, seqs)
    for (const event of [all[2], all[0], all[1]]) {
      if (event !== undefined) bus.publish('event', { channelId: app.channel.id, event })
    }
    await eventually('three events', () => received.length >= 3)
    await turns()
    assert.deepEqual(received, seqs)
    following.stop()
    assert.equal(bus.hasListeners('event'), false, 'it costs nothing any more')
  })

  it('gets what another node wrote whose message was lost', async () => {
    const { received, following } = await openNode(true)
    const seq = await write('lost')
    await eventually('the event', () => received.includes(seq))
    assert.deepEqual(received, [seq])
    following.stop()
  })
})
