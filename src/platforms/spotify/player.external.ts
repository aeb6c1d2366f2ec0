import type { Text } from '../../kernel/text/message.ts'
import { asObject, type JsonObject, numberIn, objectsIn, textIn } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import type { FoundSong, Playback } from '../music-back-end.ts'
import type { PlatformUser } from '../platform.ts'

export const defaultAuthUrl = 'https://accounts.spotify.com'

export const readScopes = ['user-read-playback-state']
export const playerScopes = ['user-modify-playback-state', ...readScopes]

/** The player commands. `play` without a body resumes playback. */
export const playerCommands = {
  start: { method: 'PUT', path: '/me/player/play' },
  pause: { method: 'PUT', path: '/me/player/pause' },
  skip: { method: 'POST', path: '/me/player/next' },
  enqueue: { method: 'POST', path: '/me/player/queue' },
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
  | { readonly kind: 'refused'; readonly reason: string | Text }

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

/** The id of a track in a link or URI of Spotify; links may name a language before it. */
export function trackIdIn(text: string): string | undefined {
  const uri = /^spotify:track:([A-Za-z0-9]{22})$/.exec(text)
  const link = /^https:\/\/open\.spotify\.com\/(?:intl-[a-z-]+\/)?track\/([A-Za-z0-9]{22})(?:[?#/]|$)/.exec(text)
  return (uri ?? link)?.[1]
}

/** The first track of a search. Without a market that plays it, Spotify leaves `is_playable` out. */
export function firstTrackIn(body: unknown): FoundSong | undefined {
  const [first] = objectsIn(asObject(asObject(body).tracks), 'items')
  return first && trackIn(first)
}

export function trackIn(body: unknown): FoundSong | undefined {
  const row = asObject(body)
  if (row.is_playable === false) return undefined
  const seconds = Math.max(Math.round(numberIn(row, 'duration_ms') / 1000), 1)
  return { source: textIn(row, 'uri'), title: textIn(row, 'name'), artist: artistIn(row), seconds }
}

/** The artists of a song, or the show of an episode. */
function artistIn(item: JsonObject): string {
  if (Array.isArray(item.artists)) return item.artists.map((artist) => textIn(asObject(artist), 'name')).join(', ')
  return item.show === undefined ? '' : textIn(asObject(item.show), 'name')
}
