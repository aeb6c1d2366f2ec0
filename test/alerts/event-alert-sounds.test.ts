import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createEventAlertSounds } from '../../src/capabilities/alerts/event-alert-sounds.ts'
import type { Media } from '../../src/capabilities/uploads/media.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { type Database, sql } from '../../src/kernel/storage/database.ts'
import { runsOn } from '../declare.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'

runsOn('sqlite', 'postgres')

const channelId = 1
const insert = sql<{ channel: number; id: number; name: string; active: number; definition: string }>(
  `INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
   VALUES (:channel, :id, :name, :name, :active, 'manual', :definition, 0)`,
)
const deleteAll = sql<Record<never, never>>('DELETE FROM automations')

const alert = (sound: string, more: object = {}) => ({ type: 'show_alert', text: 'Hi', sound, ...more })

describe('the sounds of event alerts', () => {
  let database: TestDatabase
  let reads = 0
  const bus = createMemoryBus(assert.ifError)
  const media = { urlOf: async (_db, _channel, source) => `/${source}` } as Pick<Media, 'urlOf'> as Media
  let sounds: ReturnType<typeof createEventAlertSounds>
  before(async () => {
    database = await openTestDatabase()
    const { db } = database
    const counted = {
      all: (...given: Parameters<Database['all']>) => {
        reads++
        return db.all(...given)
      },
    } as Pick<Database, 'all'> as Database
    sounds = createEventAlertSounds({ db: counted, bus, media })
  })
  after(() => database?.remove())
  beforeEach(async () => {
    await database.db.write((tx) => tx.run(deleteAll, {}))
    bus.publish('automations-changed', { channelId })
    reads = 0
  })

  const storeText = (id: number, definition: string, active = 1) =>
    database.db.write((tx) => tx.run(insert, { channel: channelId, id, name: `Alert ${id}`, active, definition }))
  const store = (id: number, steps: readonly object[], active = 1) =>
    storeText(id, JSON.stringify({ trigger: { type: 'manual' }, steps }), active)

  it('are those of alerts that are switched on, of their variants, and of steps inside steps', async () => {
    await store(1, [alert('builtin:coin', { variants: [{ at_least: 5, sound: 'upload:abc' }] })])
    await store(2, [{ type: 'repeat', times: 2, steps: [alert('builtin:horn')] }])
    await store(3, [{ type: 'choose', options: [{ steps: [alert('builtin:bell')] }] }])
    await store(4, [alert('builtin:alarm')], 0)
    assert.deepEqual(await sounds.list(channelId, 32), [
      '/builtin:coin',
      '/upload:abc',
      '/builtin:horn',
      '/builtin:bell',
    ])
  })

  it('are found however the JSON is written', async () => {
    await storeText(1, '{ "steps": [ { "type": "show\\u005falert", "sound" : "builtin:coin" } ] }')
    assert.deepEqual(await sounds.list(channelId, 32), ['/builtin:coin'])
  })

  it('are not texts that mention an alert, nor sounds of other steps', async () => {
    await store(1, [
      { type: 'send_message', text: 'show_alert' },
      { type: 'unknown', sound: 'builtin:alarm' },
    ])
    assert.deepEqual(await sounds.list(channelId, 32), [])
  })

  it('are found behind any number of automations that only seem to show an alert', async () => {
    for (let id = 1; id <= 250; id++) await store(id, [{ type: 'send_message', text: 'show_alert' }])
    await store(251, [alert('builtin:coin')])
    assert.deepEqual(await sounds.list(channelId, 32), ['/builtin:coin'])
  })

  it('are read from the database once, and again after a change', async () => {
    await store(1, [alert('builtin:coin')])
    await sounds.list(channelId, 32)
    await sounds.list(channelId, 32)
    assert.equal(reads, 1)
    await store(2, [alert('builtin:horn')])
    bus.publish('automations-changed', { channelId })
    assert.deepEqual(await sounds.list(channelId, 32), ['/builtin:coin', '/builtin:horn'])
    assert.equal(reads, 2)
  })
})
