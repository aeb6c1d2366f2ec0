import type { PlayerState, Song } from '../overlay/contract/player.ts'

/** The stored state of the player. What plays now follows from it, the songs and the time. */
export interface PlayerRow {
  readonly playing: number
  /** The song of the queue that plays, or that played before the request. */
  readonly song_id: number | null
  readonly request_id?: number | null
  readonly position_ms: number
  readonly changed_at: number
}

/** Where the player is. A request plays once; the queue continues behind `song` when no request waits. */
export interface PlaceInQueue<Request extends Song = Song> {
  readonly playing: boolean
  readonly request: Request | undefined
  /** Plays unless a request does; then it is the song that played before. */
  readonly song: Song | undefined
  readonly positionMs: number
  /** Requests that have not begun. */
  readonly waiting: readonly Request[]
  /** Requests that have ended since the state was stored. */
  readonly ended: readonly Request[]
  /** Whether a song has ended since the state was stored. */
  readonly hasMovedOn: boolean
}

/** The current song is followed by the requests, and they by the queue, which repeats. */
export function placeAt<Request extends Song>(
  now: number,
  queue: readonly Song[],
  requests: readonly Request[],
  row: PlayerRow | undefined,
): PlaceInQueue<Request> {
  const nothing = { request: undefined, song: undefined, positionMs: 0, waiting: requests, ended: [] }
  if (row === undefined) return { ...nothing, playing: false, hasMovedOn: false }
  const at = queue.findIndex(({ id }) => id === row.song_id)
  const song = queue[at]
  const isRequest = row.request_id !== null && row.request_id !== undefined
  const request = isRequest ? requests.find(({ id }) => id === row.request_id) : undefined
  const waiting = requests.filter((one) => one !== request)
  const current = isRequest ? request : song
  if (row.playing !== 1) {
    const positionMs = current === undefined ? 0 : row.position_ms
    return { playing: false, request, song, positionMs, waiting, ended: [], hasMovedOn: false }
  }

  const passedMs = Math.max(now - row.changed_at, 0)
  // The erasure of a viewer removes requests: what follows a removed one counts from when the state was stored.
  let restMs = current === undefined ? passedMs : row.position_ms + passedMs
  if (current !== undefined && restMs < lengthOf(current)) {
    return { playing: true, request, song, positionMs: restMs, waiting, ended: [], hasMovedOn: false }
  }
  if (current !== undefined) restMs -= lengthOf(current)
  const ended = request === undefined ? [] : [request]
  for (const [index, next] of waiting.entries()) {
    if (restMs < lengthOf(next)) {
      const left = waiting.slice(index + 1)
      return { playing: true, request: next, song, positionMs: restMs, waiting: left, ended, hasMovedOn: true }
    }
    restMs -= lengthOf(next)
    ended.push(next)
  }
  const moved = { playing: true, request: undefined, waiting: [], ended, hasMovedOn: true }
  const roundMs = queue.reduce((sum, one) => sum + lengthOf(one), 0)
  if (roundMs <= 0) {
    // Songs without a length: the current one stays.
    return { ...moved, song: isRequest ? queue[(at + 1) % queue.length] : song, positionMs: 0 }
  }
  restMs %= roundMs
  for (const next of [...queue.slice(at + 1), ...queue.slice(0, at + 1)]) {
    if (restMs < lengthOf(next)) return { ...moved, song: next, positionMs: restMs }
    restMs -= lengthOf(next)
  }
  return { ...moved, song, positionMs: 0 }
}

export function currentIn<Request extends Song>({ request, song }: PlaceInQueue<Request>): Request | Song | undefined {
  return request ?? song
}

/** The song that is skipped to, or follows by itself. */
export function nextIn<Request extends Song>(
  place: PlaceInQueue<Request>,
  queue: readonly Song[],
): Pick<PlaceInQueue<Request>, 'request' | 'song'> {
  const [request] = place.waiting
  if (request !== undefined) return { request, song: place.song }
  const at = queue.findIndex(({ id }) => id === place.song?.id)
  return { request: undefined, song: queue[(at + 1) % queue.length] }
}

/** The songs that follow: requests, then the queue up to the current song. */
export function upcomingIn(place: PlaceInQueue, queue: readonly Song[]): readonly Song[] {
  const at = queue.findIndex(({ id }) => id === place.song?.id)
  const isInQueue = place.request === undefined && at >= 0
  return [...place.waiting.map(pageSong), ...queue.slice(at + 1), ...queue.slice(0, isInQueue ? at : at + 1)]
}

/** As pages see it. They identify songs by number, so that of a request is negative. */
export function stateOf(place: PlaceInQueue): PlayerState {
  const { request, song, playing, positionMs } = place
  if (request !== undefined) return { playing, song: pageSong(request), positionMs }
  return song === undefined ? { playing: false, song: null, positionMs: 0 } : { playing, song, positionMs }
}

function pageSong({ id, title, artist, source, seconds, displayname }: Song & { readonly displayname?: string }): Song {
  const song = { id: -id, title, artist, source, seconds }
  return displayname === undefined ? song : { ...song, requestedBy: displayname }
}

function lengthOf({ seconds }: Song): number {
  return seconds * 1000
}
