import type { Song } from '../../contract/overlay-messages.ts'
import { integer, nullable, object, text } from '../../contract/schema.ts'

export const songFields = object({
  id: integer(),
  title: text(),
  artist: text(),
  source: text({ description: 'builtin:…, upload:… or an address.' }),
  seconds: integer(),
  url: nullable(text({ description: 'Where it can be heard; null when its file is gone.' })),
})

export const songExample = {
  id: 1,
  title: 'In the Wings',
  artist: 'Showcaller',
  source: 'builtin:wings',
  seconds: 64,
  url: '/overlay/sounds/wings.flac',
}

export const songId = integer({ description: 'The song in the queue.' })
export const maxSongSeconds = 12 * 60 * 60

export function toSongFields({ id, title, artist, source, seconds, url }: Song) {
  return { id, title, artist, source, seconds, url: url ?? null }
}
