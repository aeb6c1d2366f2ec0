import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createReferences } from '../../src/capabilities/uploads/references.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { english } from '../../src/kernel/text/message.ts'
import { runsOn } from '../declare.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'

runsOn('sqlite', 'postgres')

const channel = 1
const insertAlert = sql<{ channel: number; id: number; name: string; settings: string }>(
  `INSERT INTO audio_alerts (channel_id, id, name, name_key, points, status, settings)
   VALUES (:channel, :id, :name, :name, 0, 'active', :settings)`,
)
const insertAutomation = sql<{ channel: number; id: number; name: string; definition: string }>(
  `INSERT INTO automations (channel_id, id, name, name_key, active, trigger_type, definition, created_at)
   VALUES (:channel, :id, :name, :name, 1, 'manual', :definition, 0)`,
)
const insertSong = sql<{ channel: number; id: number; source: string }>(
  `INSERT INTO songs (channel_id, id, position, title, artist, source, seconds)
   VALUES (:channel, :id, :id, 'Tune', '', :source, 10)`,
)
const deleteAlerts = sql<Record<never, never>>('DELETE FROM audio_alerts')
const deleteAutomations = sql<Record<never, never>>('DELETE FROM automations')

describe('what uses an upload', () => {
  let database: TestDatabase
  const references = createReferences()
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database?.remove())
  beforeEach(() =>
    database.db.write(async (tx) => {
      await tx.run(deleteAlerts, {})
      await tx.run(deleteAutomations, {})
    }),
  )

  const storeAlert = (id: number, name: string, settings: string) =>
    database.db.write((tx) => tx.run(insertAlert, { channel, id, name, settings }))
  const storeAutomation = (id: number, name: string, steps: unknown) =>
    database.db.write((tx) =>
      tx.run(insertAutomation, { channel, id, name, definition: JSON.stringify({ trigger: {}, steps }) }),
    )
  const usersOf = async (reference: string) => {
    const users = (await references.of(database.db, channel)).get(reference) ?? []
    return users.map((user) => user.write(english))
  }

  it('is found in the settings of an alert and in steps inside steps of an automation, by its name', async () => {
    await storeAlert(1, '100%_"sure"', JSON.stringify({ sound: 'upload:abc' }))
    const inner = { type: 'show_alert', text: 'Hi', variants: [{ at_least: 5, image: 'upload:abc' }] }
    await storeAutomation(1, 'Größe \\ %', [{ type: 'repeat', times: 2, steps: [inner] }])
    assert.deepEqual(await usersOf('upload:abc'), ['the audio alert 100%_"sure"', 'the alert Größe \\ %'])
  })

  it('is not a text that only mentions the upload', async () => {
    await storeAutomation(1, 'Talk', [
      { type: 'send_message', text: 'the file upload:abc is gone' },
      { type: 'send_message', text: 'she said {"sound":"upload:abc"}' },
    ])
    assert.deepEqual(await usersOf('upload:abc'), [])
  })

  it('is not what uses an upload whose id begins in the same way', async () => {
    await storeAlert(1, 'Long', JSON.stringify({ sound: 'upload:abc-def' }))
    assert.deepEqual(await usersOf('upload:abc'), [])
    assert.deepEqual(await usersOf('upload:abc-def'), ['the audio alert Long'])
  })

  it('is found however the JSON is written', async () => {
    await storeAlert(1, 'Escaped', '{ "sound" : "\\u0075pload:abc", "note": "a \\"quoted\\" word" }')
    assert.deepEqual(await usersOf('upload:abc'), ['the audio alert Escaped'])
  })

  it('is found behind more automations than are read at once, and behind those that use other uploads', async () => {
    for (let id = 1; id <= 1100; id++) {
      await storeAutomation(id, `Number ${id}`, [
        { type: 'show_alert', sound: id === 1100 ? 'upload:abc' : 'upload:x' },
      ])
    }
    assert.deepEqual(await usersOf('upload:abc'), ['the alert Number 1100'])
  })

  it('is a song with exactly that source', async () => {
    for (const [index, source] of ['upload:abc', 'UPLOAD:abc', 'https://a.example/upload:abc'].entries()) {
      await database.db.write((tx) => tx.run(insertSong, { channel, id: index + 1, source }))
    }
    const users = await references.of(database.db, channel)
    assert.deepEqual([...users.keys()], ['upload:abc'])
    assert.deepEqual(await usersOf('upload:abc'), ['the song Tune'])
  })
})
