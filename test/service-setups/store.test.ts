import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemClock } from '../../src/kernel/ambient.ts'
import { type Bus, createMemoryBus, type Topic, type Topics } from '../../src/kernel/bus/bus.ts'
import { createScopedBus } from '../../src/kernel/bus/scoped-bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { Database } from '../../src/kernel/storage/database.ts'
import { createCredentials } from '../../src/platforms/services/credentials.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'

runsOn('sqlite', 'postgres')

describe('the store of credentials on several nodes', () => {
  let database: TestDatabase
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.remove())

  const openBus = () => createMemoryBus((error) => assert.fail(String(error)))

  async function openStore(bus: Bus, { secret = 'one secret', db = database.db as Database } = {}) {
    const store = createCredentials({ db, clock: systemClock, log, bus, secret: () => secret })
    await store.load()
    const changed: string[] = []
    store.onChange((service) => void changed.push(service))
    return {
      store,
      changed,
      save: (name: string, values: Record<string, string>) => db.write((tx) => store.save(tx, name, values)),
    }
  }

  /** Says on the second bus what is said on the first, as the connection between two nodes does. */
  function joined(own: Bus, other: Bus): Bus {
    return {
      ...own,
      publish<T extends Topic>(topic: T, message: Topics[T]) {
        own.publish(topic, message)
        other.publish(topic, message)
      },
    }
  }

  it('applies a change on every node, and only the service that changed', async () => {
    const second = openBus()
    const [a, b] = [await openStore(joined(openBus(), second)), await openStore(second)]
    // One at a time: changes of the same moment are read together, in the order of the names.
    for (const [index, service] of ['twitch', 'kick'].entries()) {
      await a.save(service, { client_id: service })
      await eventually('both nodes know', () => a.changed.length > index && b.changed.length > index)
    }
    await a.store.settled()
    assert.deepEqual(
      [a.changed, b.changed],
      [
        ['twitch', 'kick'],
        ['twitch', 'kick'],
      ],
    )
    assert.deepEqual(b.store.of('kick'), { client_id: 'kick' })
    await a.save('twitch', {})
    await eventually('the removal is known', () => b.store.of('twitch') === undefined)
    assert.deepEqual(b.changed, ['twitch', 'kick', 'twitch'])
  })

  it('catches up with what it has missed', async () => {
    const own = openBus()
    const [a, b] = [await openStore(openBus()), await openStore(own)]
    await a.save('twitch', { client_id: 'one' })
    assert.equal(b.store.of('twitch'), undefined)
    own.publish('missed-messages', {})
    await b.store.settled()
    assert.deepEqual(b.store.of('twitch'), { client_id: 'one' })
    own.publish('missed-messages', {})
    await b.store.settled()
    assert.deepEqual(b.changed, ['twitch'], 'what has not changed is not applied again')
  })

  it('reads again when the database was away', async () => {
    let isAway = false
    const { db } = database
    const shaky: Database = {
      ...db,
      get: db.get,
      write: db.write,
      all: (...of) => (isAway ? Promise.reject(new Error('away')) : db.all(...of)),
    }
    const own = openBus()
    const [a, b] = [await openStore(openBus()), await openStore(own, { db: shaky })]
    await a.save('twitch', { client_id: 'one' })
    isAway = true
    own.publish('credentials-changed', {})
    await b.store.settled()
    assert.equal(b.store.of('twitch'), undefined)
    isAway = false
    await eventually('it is read again', () => b.store.of('twitch') !== undefined)
    b.store.close()
  })

  it('goes on with the next service when one cannot be applied', async () => {
    const { store, changed, save } = await openStore(openBus())
    store.onChange(() => Promise.reject(new Error('cannot be opened')))
    await save('kick', { client_id: 'one' })
    await save('twitch', { client_id: 'two' })
    await store.settled()
    assert.deepEqual(changed, ['kick', 'twitch'])
    assert.ok(lines.some((line) => line.includes('changed credentials could not be applied')))
  })

  it('does not open with another secret of the server, and takes new credentials then', async () => {
    const before = await openStore(openBus())
    await before.save('twitch', { client_id: 'one', client_secret: 'hidden from everybody' })
    const { store, save } = await openStore(openBus(), { secret: 'another secret' })
    assert.deepEqual([store.of('twitch'), store.isUnreadable('twitch')], [undefined, true])
    await save('twitch', { client_id: 'two' })
    await store.settled()
    assert.deepEqual([store.of('twitch'), store.isUnreadable('twitch')], [{ client_id: 'two' }, false])
    assert.doesNotMatch(lines.join('\n'), /hidden from everybody/)
  })
})

describe('the bus of a part that is replaced', () => {
  it('delivers nothing to that part any more, and everything to the others', () => {
    const bus = createMemoryBus((error) => assert.fail(String(error)))
    const part = createScopedBus(bus)
    const received: string[] = []
    part.subscribe('session-ended', ({ id }) => received.push(`part ${id}`))
    const end = part.subscribe('session-ended', ({ id }) => received.push(`ended ${id}`))
    bus.subscribe('session-ended', ({ id }) => received.push(`other ${id}`))
    end()
    part.publish('session-ended', { id: '1' })
    part.close()
    bus.publish('session-ended', { id: '2' })
    assert.deepEqual(received, ['part 1', 'other 1', 'other 2'])
  })
})
