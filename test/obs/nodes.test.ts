import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createChannels } from '../../src/capabilities/channels/channels.ts'
import { createEvents } from '../../src/capabilities/events/events.ts'
import { createObs, type Obs } from '../../src/capabilities/obs/obs.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeObs, fakeObsPassword, startFakeObs } from '../fakes/obs.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import { createTestClock } from '../test-clock.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts several nodes')

describe('OBS with several nodes', () => {
  let database: TestDatabase
  let fake: FakeObs
  let [first, second] = [] as unknown as [Obs, Obs]
  let channel: { readonly id: number }
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  const clock = createTestClock()
  before(async () => {
    ;[database, fake] = await Promise.all([openTestDatabase(), startFakeObs()])
    const { db } = database
    const events = createEvents({ clock, bus })
    const channels = createChannels({ db, clock, bus })
    channel = (await db.write((tx) => channels.create(tx, 'Streamer'))).channel
    const settings = new Map([[channel.id, { url: fake.url, password: fakeObsPassword }]])
    ;[first, second] = ['a', 'b'].map((nodeId) =>
      createObs({
        db,
        clock,
        ids: randomIds,
        log: createLog('silent'),
        bus,
        nodeId,
        events,
        timings: {},
        sendToPages() {},
        listSettings: async () => settings,
        kindOfLink: async () => 'other',
      }),
    ) as [Obs, Obs]
    await first.start()
    await eventually('both know that OBS is connected', async () => {
      const seen = [first, second].map((node) => node.status({ channel }))
      return (await Promise.all(seen)).every(({ isConnected }) => isConnected)
    })
  })
  after(async () => {
    await Promise.all([first.close(), second.close()])
    await fake.close()
    await database.remove()
  })

  it('is connected by one of them, and calls on the other go through it, in order', async () => {
    assert.equal(fake.connections, 1)
    const scenes = ['Break', 'Chat', 'Gameplay', 'Break']
    const answers = await Promise.all(scenes.map((scene) => second.call({ channel }, 'scene', { scene })))
    assert.deepEqual(
      answers.map(({ previousScene }) => previousScene),
      ['Gameplay', 'Break', 'Chat', 'Gameplay'],
    )
    assert.equal((await second.status({ channel })).scene, 'Break')
    assert.equal(second.snapshotOf(channel.id)?.scene, 'Break')
    assert.equal(second.connectionOf(channel.id)?.state, 'connected')
  })

  it('fails on the other as it fails on the one', async () => {
    await assert.rejects(second.call({ channel }, 'scene', { scene: 'Nowhere' }), {
      code: 'scene_not_found',
      message: 'OBS has no scene called Nowhere.',
    })
  })

  it('is taken over by another node, with what was to be undone', async () => {
    await second.call({ channel }, 'scene', { scene: 'Chat', seconds: 0.3 })
    await first.stop()
    await assert.rejects(second.call({ channel }, 'replay', {}), { code: 'obs_not_connected' })
    clock.advance(300)
    assert.equal(fake.world.scene, 'Chat')
    await second.start()
    await eventually('the scene is back', () => fake.world.scene === 'Break')
    await eventually(
      'the first node knows the new connection',
      async () => (await first.status({ channel })).isConnected,
    )
    assert.equal(fake.connections, 1)
  })

  it('is forgotten with the node that had it, and known again after missed messages', async () => {
    bus.publish('node-left', { nodeId: 'b' })
    await assert.rejects(first.call({ channel }, 'replay', {}), { code: 'obs_not_connected' })
    bus.publish('missed-messages', {})
    assert.deepEqual(await first.call({ channel }, 'replay', {}), { path: '/videos/replay.mkv' })
  })
})
