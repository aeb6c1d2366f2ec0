import { asObject, type JsonObject, numberIn, objectsIn, textIn } from '../json-fields.ts'
import type { Playback } from '../music-back-end.ts'
import type { PlatformUser } from '../platform.ts'
import { reasonIn } from '../reason.external.ts'

export const readScopes = ['user-read-playback-state']
export const playerScopes = ['user-modify-playback-state', ...readScopes]

/** How the player is told. Without a body `play` goes on where it was. */
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

/** Spotify says no with a reason in capitals, and in some cases with words alone. */
export function outcomeOf(body: unknown, status: number): CommandOutcome {
  if (status < 400) return { kind: 'done' }
  const error = errorIn(body)
  const said = `${String(error.reason ?? '')} ${String(error.message ?? '')}`
  if (/NO_ACTIVE_DEVICE|no active device|device not found/i.test(said)) return { kind: 'no_device' }
  if (/PREMIUM_REQUIRED|premium required/i.test(said)) return { kind: 'premium' }
  if (status === 403 && /restriction violated|ALREADY_|NO_NEXT/i.test(said)) return { kind: 'restricted' }
  return { kind: 'refused', reason: reasonIn(body) }
}

function errorIn(body: unknown): JsonObject {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as JsonObject
  return typeof error === 'object' && error !== null ? (error as JsonObject) : {}
}

/** A device that may be told; the one in use before the others. */
export function deviceIn(body: unknown): string | undefined {
  const free = objectsIn(body, 'devices').filter(
    (device) => device.is_restricted !== true && typeof device.id === 'string',
  )
  const chosen = free.find((device) => device.is_active === true) ?? free[0]
  return chosen === undefined ? undefined : textIn(chosen, 'id')
}

/** Nothing at all when Spotify is not open anywhere. */
export function playbackIn(body: unknown): Playback {
  if (body === undefined) return { playing: false, song: null, positionMs: 0 }
  const row = asObject(body)
  const playing = row.is_playing === true
  const positionMs = typeof row.progress_ms === 'number' ? row.progress_ms : 0
  // Between songs, in advertisements and in private there is no item.
  if (row.item === null || row.item === undefined) return { playing, song: null, positionMs }
  const item = asObject(row.item)
  const title = textIn(item, 'name')
  const seconds = Math.round(numberIn(item, 'duration_ms') / 1000)
  const id = typeof item.id === 'string' ? item.id : title
  return { playing, positionMs, song: { id, title, artist: artistIn(item), seconds } }
}

/** The people who sing, or the show that an episode belongs to. */
function artistIn(item: JsonObject): string {
  if (Array.isArray(item.artists)) return item.artists.map((artist) => textIn(asObject(artist), 'name')).join(', ')
  return item.show === undefined ? '' : textIn(asObject(item.show), 'name')
}
