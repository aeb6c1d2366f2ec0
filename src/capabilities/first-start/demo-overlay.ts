import { nameKey } from '../../kernel/schema/text.ts'
import { sql, type Writer } from '../../kernel/storage/database.ts'
import { confetti } from '../effects/contract/effects/confetti.ts'
import { fireworks } from '../effects/contract/effects/fireworks.ts'
import { hearts } from '../effects/contract/effects/hearts.ts'
import { rain } from '../effects/contract/effects/rain.ts'
import { snow } from '../effects/contract/effects/snow.ts'
import { trackNames, trackRate, trackSamples, tracks } from '../sounds/catalogue.ts'

const insertAlert = sql<{
  channel: number
  id: number
  name: string
  key: string
  points: number
  status: string
  settings: string
}>(
  `INSERT INTO audio_alerts (channel_id, id, name, name_key, points, status, settings)
   VALUES (:channel, :id, :name, :key, :points, :status, :settings)`,
)
const insertEffect = sql<{
  channel: number
  overlayId: string
  name: string
  settings: string
  enabled: number
  position: number
}>(
  `INSERT INTO effects (channel_id, overlay_id, name, effect_type, effect_settings, trigger_enabled, position)
   VALUES (:channel, :overlayId, :name, :overlayId, :settings, :enabled, :position)`,
)
const insertSong = sql<{
  channel: number
  id: number
  title: string
  artist: string
  source: string
  seconds: number
}>(
  `INSERT INTO songs (channel_id, id, title, artist, source, seconds, position)
   VALUES (:channel, :id, :title, :artist, :source, :seconds, :id)`,
)
const insertPlayer = sql<{ channel: number; song: number | null; now: number }>(
  `INSERT INTO players (channel_id, playing, song_id, position_ms, changed_at) VALUES (:channel, 0, :song, 0, :now)`,
)

const alerts = [
  { name: 'Airhorn', points: 100, status: 'active', sound: 'builtin:alarm', volume: 0.8 },
  { name: 'Tada', points: 50, status: 'active', sound: 'builtin:fanfare', volume: 0.8 },
  { name: 'Drum Roll', points: 75, status: 'active', sound: 'builtin:whoosh', volume: 0.7 },
  { name: 'Old Bell', points: 25, status: 'inactive', sound: 'builtin:chime', volume: 0.5 },
]

// The last one demonstrates an effect that cannot be triggered.
const effects = [
  { definition: confetti, settings: { pieces: 150 }, enabled: 1 },
  { definition: fireworks, settings: { rockets: 8 }, enabled: 1 },
  { definition: hearts, settings: { pieces: 40 }, enabled: 1 },
  { definition: snow, settings: { flakes: 360 }, enabled: 1 },
  { definition: rain, settings: { drops: 200 }, enabled: 0 },
].map(({ definition: { type, title, seconds }, settings, enabled }) => ({
  overlayId: type,
  name: title(),
  settings: { ...settings, seconds },
  enabled,
}))

const songs = trackNames.map((name) => ({
  title: tracks[name].title,
  artist: 'Showcaller',
  source: `builtin:${name}`,
  seconds: Math.floor(trackSamples(name) / trackRate),
}))

/** Adds sound alerts, effects and songs for start-song. */
export async function addDemoOverlay(tx: Writer, channel: number, now: number): Promise<void> {
  for (const { name, points, status, sound, volume } of alerts) {
    const settings = JSON.stringify({ sound, volume })
    const id = await tx.next('alert', channel)
    await tx.run(insertAlert, { channel, id, name, key: nameKey(name), points, status, settings })
  }
  for (const [position, { overlayId, name, settings, enabled }] of effects.entries()) {
    await tx.next(`effect:${overlayId}`, channel)
    await tx.run(insertEffect, { channel, overlayId, name, settings: JSON.stringify(settings), enabled, position })
  }
  const songIds: number[] = []
  for (const song of songs) {
    const id = await tx.next('song', channel)
    await tx.run(insertSong, { channel, id, ...song })
    songIds.push(id)
  }
  await tx.run(insertPlayer, { channel, song: songIds[0] ?? null, now })
}
