import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createChannels } from '../../src/capabilities/channels/channels.ts'
import { createEvents } from '../../src/capabilities/events/events.ts'
import { createMicrophone } from '../../src/capabilities/voice/microphone.ts'
import { createVoiceEnds } from '../../src/capabilities/voice/voice-ends.ts'
import { voiceRows } from '../../src/capabilities/voice/voice-rows.ts'
import { createVoicemod } from '../../src/capabilities/voice/voicemod.ts'
import { randomIds, systemClock } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeVoicemod, fakeVoicemodKey, startFakeVoicemod } from '../fakes/voicemod.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'

runsOn('sqlite', 'postgres')

/** The time of all nodes; a test moves it on, so that no effect ends while a busy machine still turns it on. */
let aheadMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs }

/** One node of a cluster, as far as it is about the microphone. */
function createNode(database: TestDatabase, bus: ReturnType<typeof createMemoryBus>, nodeId: string, url: string) {
  const { db } = database
  const parts = { db, clock, ids: randomIds, log: createLog('silent'), bus }
  const events = createEvents({ clock, bus })
  const channels = createChannels({ db, clock, bus })
  const settings = { addresses: [url], clientKey: fakeVoicemodKey }
  const listSettings = async () => new Map((await channels.list()).map(({ id }) => [id, settings]))
  const voicemod = createVoicemod({ ...parts, nodeId, timings: {}, listSettings })
  const obs = {
    hastenFilter: () => assert.fail('there is no OBS'),
    isFilterPlanned: async () => false,
    call: () => assert.fail('there is no OBS'),
  } as never
  const effect = (id: string) => ({ id, name: id, source: 'voicemod', isSimulated: false }) as const
  const microphoneEffects = { list: async () => ['voicemod:robot', 'voicemod:cave'].map(effect) }
  return {
    channels,
    voicemod,
    microphone: createMicrophone({ ...parts, events, obs, voicemod, microphoneEffects, chance: () => 0 }),
    ends: createVoiceEnds({ ...parts, events, obs, voicemod }),
  }
}

describe('voice effects with several nodes', () => {
  let database: TestDatabase
  let fake: FakeVoicemod
  let [first, second] = [] as unknown as [ReturnType<typeof createNode>, ReturnType<typeof createNode>]
  let cause: Parameters<(typeof first)['microphone']['start']>[0]
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  before(async () => {
    ;[database, fake] = await Promise.all([openTestDatabase(), startFakeVoicemod()])
    first = createNode(database, bus, 'a', fake.url)
    second = createNode(database, bus, 'b', fake.url)
    const { channel } = await database.db.write((tx) => first.channels.create(tx, 'Streamer'))
    cause = { channel, actor: 'test', requestId: '' }
    await first.voicemod.start()
    await first.ends.start()
    await known(second)
  })
  after(async () => {
    for (const { ends, voicemod } of [first, second]) {
      await ends.stop()
      await voicemod.close()
    }
    await fake.close()
    await database.remove()
  })

  async function known({ voicemod }: typeof first): Promise<void> {
    await eventually('the voices are known', () => voicemod.snapshotOf(cause.channel.id) !== undefined)
  }
  const rows = () => voiceRows.list(database.db, cause.channel.id)

  it('has one connection, and starts and stops on the node without it', async () => {
    assert.equal(fake.connections, 1)
    await second.microphone.start(cause, 'voicemod:robot', 600)
    assert.deepEqual([fake.world.voice, fake.world.isChangerOn], ['robot', true])
    assert.equal(await second.microphone.stop(cause.channel.id), 1)
    assert.deepEqual([fake.world.voice, await rows()], ['nofx', []])
  })

  it('ends on one of them when both start an effect at once', async () => {
    const both = [first, second].map((node, index) =>
      node.microphone.start(cause, index === 0 ? 'voicemod:robot' : 'voicemod:cave', 600).then(
        ({ effect }) => effect,
        () => 'refused',
      ),
    )
    const started = (await Promise.all(both)).filter((effect) => effect !== 'refused')
    const [row] = await rows()
    assert.ok(row !== undefined && started.includes(row.effect), started.join())
    assert.equal(`voicemod:${fake.world.voice}`, row.effect)
    await first.microphone.stop(cause.channel.id)
    assert.equal(fake.world.voice, 'nofx')
  })

  it('is ended by the node that takes the jobs over', async () => {
    await second.microphone.start(cause, 'voicemod:cave', 600)
    await first.ends.stop()
    await first.voicemod.stop()
    aheadMs += 600_000
    assert.equal(fake.world.voice, 'cave')
    await second.voicemod.start()
    await second.ends.start()
    await eventually('the voice is back', () => fake.world.voice === 'nofx')
    await eventually('nothing is left', async () => (await rows()).length === 0)
  })
})
