import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createChannels } from '../../src/capabilities/channels/channels.ts'
import { createEvents } from '../../src/capabilities/events/events.ts'
import { createVts } from '../../src/capabilities/vts/vts.ts'
import { randomIds, systemClock } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createCredentials } from '../../src/platforms/services/credentials.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeVts, fakeHotkeys, startFakeVts } from '../fakes/vts.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'

runsOn('sqlite', 'postgres')

/** One node of a cluster, as far as it is about VTube Studio. */
function createNode({ db }: TestDatabase, bus: ReturnType<typeof createMemoryBus>, nodeId: string, url: string) {
  const parts = { db, clock: systemClock, ids: randomIds, log: createLog('silent'), bus }
  const events = createEvents(parts)
  const channels = createChannels(parts)
  const credentials = createCredentials({ ...parts, secret: () => 'a secret of this test' })
  const listSettings = async () => new Map((await channels.list()).map(({ id }) => [id, { url }]))
  return { channels, credentials, vts: createVts({ ...parts, events, credentials, nodeId, timings: {}, listSettings }) }
}

describe('VTube Studio with several nodes', () => {
  let database: TestDatabase
  let fake: FakeVts
  let [first, second] = [] as unknown as [ReturnType<typeof createNode>, ReturnType<typeof createNode>]
  let caller: Parameters<(typeof first)['vts']['trigger']>[0]
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  before(async () => {
    ;[database, fake] = await Promise.all([openTestDatabase(), startFakeVts()])
    first = createNode(database, bus, 'a', fake.url)
    second = createNode(database, bus, 'b', fake.url)
    const { channel } = await database.db.write((tx) => first.channels.create(tx, 'Streamer'))
    caller = { channel, requestId: '' }
    await first.vts.start()
  })
  after(async () => {
    for (const { vts, credentials } of [first, second]) {
      await vts.close()
      credentials.close()
    }
    await fake.close()
    await database.remove()
  })

  const knownBy = ({ vts }: typeof first) => vts.snapshotOf(caller.channel.id)?.hotkeys.length

  it('has one connection, whose state and hotkeys every node knows', async () => {
    await eventually('both know the hotkeys', () => knownBy(first) === 3 && knownBy(second) === 3)
    assert.equal(second.vts.connectionOf(caller.channel.id)?.state, 'connected')
    assert.equal(fake.connections, 1)
  })

  it('lists and triggers hotkeys on the node without the connection', async () => {
    assert.deepEqual(await second.vts.list(caller), fakeHotkeys)
    assert.equal(await second.vts.trigger(caller, 'wave'), fakeHotkeys[0]?.id)
    await assert.rejects(second.vts.trigger(caller, 'Backflip'), { code: 'hotkey_not_found' })
  })

  it('is connected by the node that takes the jobs over, with the same permission', async () => {
    await first.vts.stop()
    await eventually('it is not connected', () => knownBy(second) === undefined)
    await assert.rejects(second.vts.trigger(caller, 'Wave'), { code: 'vts_not_connected' })
    await second.vts.start()
    await eventually('it is connected again', () => knownBy(first) === 3)
    assert.deepEqual([fake.connections, fake.dialogs], [1, 1])
  })

  it('asks for a refused permission again, whichever node a person asks', async () => {
    fake.world.answer = 'deny'
    fake.revoke()
    await assert.rejects(first.vts.trigger(caller, 'Wave'), { code: 'vts_refused' })
    await eventually('it has failed', () => first.vts.connectionOf(caller.channel.id)?.state === 'failed')
    fake.world.answer = 'allow'
    first.vts.askAgain(caller.channel.id)
    await eventually('it is connected again', () => knownBy(first) === 3)
    assert.equal(fake.dialogs, 2)
  })
})
