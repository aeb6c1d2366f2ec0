import { sql } from '../../src/kernel/storage/database.ts'
import type { TestApp } from '../create-test-app.ts'

type InChannel = { channel: number }
const clear = ['audio_alerts', 'effects', 'songs', 'players'].map((table) =>
  sql<InChannel>(`DELETE FROM ${table} WHERE channel_id = :channel`),
)
const putAlert = sql<InChannel & { id: number; name: string; key: string; status: string }>(
  `INSERT INTO audio_alerts (channel_id, id, name, name_key, points, status, settings)
   VALUES (:channel, :id, :name, :key, 100, :status, '{"sound":"builtin:alarm","volume":0.8}')`,
)
const putEffect = sql<InChannel & { id: string; enabled: number; position: number }>(
  `INSERT INTO effects (channel_id, overlay_id, name, effect_type, effect_settings, trigger_enabled, position)
   VALUES (:channel, :id, :id, 'confetti', '{"pieces":40}', :enabled, :position)`,
)
const putSong = sql<InChannel & { id: number; title: string }>(
  `INSERT INTO songs (channel_id, id, title, artist, source, seconds, position)
   VALUES (:channel, :id, :title, 'The Wings', 'file:test', 60, :id)`,
)

/** A known set of alerts, effects and songs in place of whatever a first start brings. */
export async function putContent(app: TestApp, { songs = ['One', 'Two', 'Three'] } = {}): Promise<void> {
  const channel = app.channel.id
  await app.ctx.db.write(async (tx) => {
    for (const statement of clear) await tx.run(statement, { channel })
    await tx.run(putAlert, { channel, id: 1, name: 'Air Horn', key: 'air horn', status: 'active' })
    await tx.run(putAlert, { channel, id: 2, name: 'Drum', key: 'drum', status: 'active' })
    await tx.run(putAlert, { channel, id: 3, name: 'Old Bell', key: 'old bell', status: 'inactive' })
    for (const [position, id] of ['snow', 'rain', 'fog'].entries())
      await tx.run(putEffect, { channel, id, enabled: 1, position })
    await tx.run(putEffect, { channel, id: 'locked', enabled: 0, position: 9 })
    for (const [index, title] of songs.entries()) await tx.run(putSong, { channel, id: index + 1, title })
  })
}

const countEvents = sql<InChannel, { total: number }>(
  `SELECT count(*) AS total FROM events WHERE channel_id = :channel AND kind NOT LIKE 'key.%'`,
)
const countDeliveries = sql<InChannel, { total: number }>(
  'SELECT count(*) AS total FROM firings WHERE channel_id = :channel',
)

/** Rows of the channel's history and deliveries, to see that nothing was written; that a key was used is no effect. */
export async function countRows(app: TestApp): Promise<{ events: number; deliveries: number }> {
  const channel = app.channel.id
  const events = await app.ctx.db.get(countEvents, { channel })
  const deliveries = await app.ctx.db.get(countDeliveries, { channel })
  return { events: events?.total ?? 0, deliveries: deliveries?.total ?? 0 }
}
