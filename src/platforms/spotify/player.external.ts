import { asObject, type JsonObject, numberIn, objectsIn, textIn } from '../json-fields.ts'
import type { Playback } from '../music-back-end.ts'
import type { PlatformUser } from '../platform.ts'
import { reasonIn } from '../reason.external.ts'

export const defaultAuthUrl = 'https://accounts.spotify.com'

export const readScopes = ['user-read-playback-state']
export const playerScopes = ['user-modify-playback-state', ...readScopes]

/** The player commands. `play` without a body resumes playback. */
export const playerCommands = {
  start: { method: 'PUT', path: '/me/player/play' },
  pause: { method: 'PUT', path: '/me/player/pause' },
  skip: { method: 'POST', path: '/me/player/next' },
} as const

export function bearer(accessToken: string): Record<string, string> {
  return { Authorization: `Bearer ${accessToken}` }
}

export function ownUserIn(body: unknown): PlatformUser {
  const row = asObject(body)
  const id = textIn(row, 'id')
  const displayname = typeof row.display_name === 'string' && row.display_name !== '' ? row.display_name : id
  return { id, username: id, displayname }
}

export type CommandOutcome =
  | { readonly kind: 'done' | 'no_device' | 'premium' | 'restricted' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Spotify's errors have a reason code, and in some cases only a message. */
export function outcomeOf(status: number, body: unknown): CommandOutcome {
  if (status < 400) return { kind: 'done' }
  const error = errorIn(body)
  const errorText = `${String(error.reason ?? '')} ${String(error.message ?? '')}`
  if (/NO_ACTIVE_DEVICE|no active device|device not found/i.test(errorText)) return { kind: 'no_device' }
  if (/PREMIUM_REQUIRED|premium required/i.test(errorText)) return { kind: 'premium' }
  if (status === 403 && /restriction violated|ALREADY_|NO_NEXT/i.test(errorText)) return { kind: 'restricted' }
  return { kind: 'refused', reason: reasonIn(body) }
}

function errorIn(body: unknown): JsonObject {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as JsonObject
  return typeof error === 'object' && error !== null ? (error as JsonObject) : {}
}

/** A device that accepts commands, preferably the active one. */
export function deviceIn(body: unknown): string | undefined {
  const free = objectsIn(body, 'devices').filter(
    (device) => device.is_restricted !== true && typeof device.id === 'string',
  )
  const chosen = free.find((device) => device.is_active === true) ?? free[0]
  return chosen === undefined ? undefined : textIn(chosen, 'id')
}

/** The body is empty if Spotify is not open on any device. */
export function playbackIn(body: unknown): Playback {
  if (body === undefined) return { playing: false, song: null, positionMs: 0 }
  const row = asObject(body)
  const playing = row.is_playing === true
  const positionMs = typeof row.progress_ms === 'number' ? row.progress_ms : 0
  // There is no item between songs, during advertisements and in private sessions.
  if (row.item === null || row.item === undefined) return { playing, song: null, positionMs }
  const item = asObject(row.item)
  const title = textIn(item, 'name')
  const seconds = Math.round(numberIn(item, 'duration_ms') / 1000)
  const id = typeof item.id === 'string' ? item.id : title
  return { playing, positionMs, song: { id, title, artist: artistIn(item), seconds } }
}

/** The artists of a song, or the show of an episode. */
function artistIn(item: JsonObject): string {
  if (Array.isArray(item.artists)) return item.artists.map((artist) => textIn(asObject(artist), 'name')).join(', ')
  return item.show === undefined ? '' : textIn(asObject(item.show), 'name')
}
