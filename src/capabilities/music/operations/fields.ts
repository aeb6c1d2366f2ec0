import { platformOf } from '../../../definitions/fields.ts'
import { model } from '../../../kernel/schema/model.ts'
import { dateTime, integer, object, text } from '../../../kernel/schema/schema.ts'
import { platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { SongRequest } from '../request-rows.ts'

/** The answers that the operations on song requests share. */

export const requestId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The song request.' })

export const requestOutput = model(
  'SongRequest',
  object({
    id: integer(),
    title: text(),
    artist: text(),
    seconds: integer({ description: 'The length of the song.' }),
    source: text({ description: 'builtin:…, upload:…, spotify:…, youtube:… or an address.' }),
    points: integer({ description: 'What the viewer paid.' }),
    platform: platformOf(platformWords),
    user_id: text(),
    username: text(),
    displayname: text(),
    requested_at: dateTime({ description: 'When it was requested.' }),
  }),
)

export const requestExample = {
  id: 1,
  title: 'In the Wings',
  artist: 'Showcaller',
  seconds: 64,
  source: 'builtin:wings',
  points: 0,
  platform: 'PlatformA',
  user_id: '10001',
  username: 'alice',
  displayname: 'Alice',
  requested_at: '2026-11-15T20:00:00.000Z',
} as const

export function requestAnswer(request: SongRequest) {
  const { id, title, artist, seconds, source, points, platform, userId, username, displayname, requestedAt } = request
  return {
    id,
    title,
    artist,
    seconds,
    source,
    points,
    platform: wordFor(platform),
    user_id: userId,
    username,
    displayname,
    requested_at: new Date(requestedAt).toISOString(),
  }
}
