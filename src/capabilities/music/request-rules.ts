import { isMeant } from '../../definitions/is-meant.ts'
import type { ChatRole } from '../../definitions/roles.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Song } from '../overlay/contract/player.ts'
import type { Viewer } from '../viewers/viewer.ts'
import { songRequestErrors } from './request-messages.ts'
import type { SongRequest } from './request-rows.ts'

export type RequestRules = ChannelSettings['song_requests']
export type WantedSong = Pick<Song, 'title' | 'artist' | 'source' | 'seconds'>

/** Who may request. A key acts for the broadcaster, so the roles and the stream do not matter to it. */
export function requireAllowed(rules: RequestRules, viewer: Viewer, roles: ReadonlySet<ChatRole> | undefined): void {
  if (!rules.enabled) throw refusedRequest(songRequestErrors.closed.of())
  const { username } = viewer
  const isBlocked = rules.blocked_viewers.some((name) => nameKey(name.replace(/^@/, '')) === nameKey(username))
  const isAllowed = roles === undefined || roles.has('broadcaster') || isMeant(rules.who, username, roles)
  if (isBlocked || viewer.isBot || !isAllowed) throw refusedRequest(songRequestErrors.notAllowed.of({ username }))
}

/** How many songs may wait. */
export function requireRoom(rules: RequestRules, viewer: Viewer, waiting: readonly SongRequest[]): void {
  const { per_viewer: perViewer, max_waiting: inAll } = rules
  if (waiting.length >= inAll) throw refusedRequest(songRequestErrors.queueFull.of({ max: inAll }))
  const own = waiting.filter(({ viewerId }) => viewerId === viewer.id).length
  if (own >= perViewer) {
    throw refusedRequest(songRequestErrors.tooManyOfViewer.of({ username: viewer.username, max: perViewer }))
  }
}

/** The same song does not wait twice. */
export function requireNew({ title, source }: WantedSong, waiting: readonly SongRequest[]): void {
  if (waiting.some((one) => one.source === source && one.title === title))
    throw refusedRequest(songRequestErrors.twice.of({ title }))
}

export async function requireSuitable(rules: RequestRules, { title, artist, seconds }: WantedSong): Promise<void> {
  if (seconds > rules.max_seconds) {
    const words = { title, length: minutes(seconds), max: minutes(rules.max_seconds) }
    throw refusedRequest(songRequestErrors.tooLong.of(words))
  }
  if (rules.blocked_words.length === 0) return
  const { containsWords } = await import('./find-song.ts')
  if (rules.blocked_words.some((entry) => containsWords(title, entry) || containsWords(artist, entry))) {
    throw refusedRequest(songRequestErrors.blocked.of({ title }))
  }
}

export function refusedRequest(message: Text): Failure {
  return new Failure('song_request_refused', { message })
}

export function songNotFound(text: string): Failure {
  const shown = [...text].slice(0, 100).join('')
  return new Failure('song_not_found', { message: songRequestErrors.notFound.of({ text: shown }) })
}

/** As `3:05`. */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
