import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { PlayerState, Song } from '../overlay/contract/player.ts'
import type { Media } from '../uploads/media.ts'
import { musicErrors } from './messages.ts'
import { currentIn, nextIn, type PlaceInQueue, placeAt, stateOf, upcomingIn } from './place.ts'
import { playerRows } from './player-rows.ts'
import { requestRows, type SongRequest } from './request-rows.ts'

export type PlayerPlace = PlaceInQueue<SongRequest>
type Target = Pick<PlayerPlace, 'playing' | 'request' | 'song' | 'positionMs'>

interface Found {
  readonly queue: readonly Song[]
  readonly place: PlayerPlace
}

export type Music = ReturnType<typeof createMusic>

/** The player: playing or paused, and where. Requests play once, each before the queue continues; the queue repeats. */
export function createMusic(needs: { db: Database; clock: Clock; events: Events; bus: Bus; media: Media }) {
  const { db, clock, events, bus, media } = needs

  async function read(reader: Reader, channelId: number): Promise<Found> {
    const queue = await playerRows.queue(reader, channelId)
    const requests = (await requestRows.list(reader, channelId)).filter(({ endsAt }) => endsAt === null)
    const row = await playerRows.find(reader, channelId)
    return { queue, place: placeAt(clock.now(), queue, requests, row) }
  }

  /** Stores where the player is now. Requests that have ended, or that are left by this, are deleted. */
  async function move(tx: Writer, channelId: number, before: PlayerPlace, to: Target): Promise<void> {
    const { playing, request, song, positionMs } = to
    await playerRows.store(tx, {
      channel: channelId,
      playing: playing ? 1 : 0,
      song: song?.id ?? null,
      request: request?.id ?? null,
      positionMs: Math.round(positionMs),
      now: clock.now(),
    })
    const left = before.request !== undefined && before.request.id !== request?.id ? [before.request] : []
    for (const { id } of [...before.ended, ...left]) await requestRows.remove(tx, channelId, id)
    const isSame = !before.hasMovedOn && itemOf(before) === itemOf(to) && positionMs !== 0
    if (!isSame) await playerRows.clearVotes(tx, channelId)
    tx.onCommit(() => bus.publish('player-changed', { channelId }))
  }

  async function change(
    tx: Writer,
    cause: Cause,
    kind: 'started' | 'paused' | 'skipped',
    before: PlayerPlace,
    to: Target,
  ): Promise<void> {
    await move(tx, cause.channel.id, before, to)
    await events.appendNew(tx, cause, { kind: `music.${kind}`, data: playedIn(to) })
  }

  /** The URL of a song's file; the page fetches external URLs itself. */
  async function withUrl(reader: Reader, channelId: number, song: Song): Promise<Song> {
    const { source } = song
    const url = source.startsWith('https://') ? source : await media.urlOf(reader, channelId, source)
    return url === undefined ? song : { ...song, url }
  }

  async function shown(channelId: number, place: PlayerPlace): Promise<PlayerState> {
    const state = stateOf(place)
    return state.song === null ? state : { ...state, song: await withUrl(db, channelId, state.song) }
  }

  /** Leaves the current song. Returns undefined if there is none to leave or to follow. */
  async function advance(
    tx: Writer,
    channelId: number,
    { queue, place }: Found,
    playing: boolean,
  ): Promise<Target | undefined> {
    const next = nextIn(place, queue)
    if (currentIn(place) === undefined && currentIn({ ...place, ...next }) === undefined) return undefined
    const to = { ...next, playing, positionMs: 0 }
    await move(tx, channelId, place, to)
    return to
  }

  return {
    withUrl,

    async player(channelId: number): Promise<PlayerState> {
      return shown(channelId, (await read(db, channelId)).place)
    },

    async current(channelId: number): Promise<PlayerState & { readonly queue: readonly Song[] }> {
      const { place, queue } = await read(db, channelId)
      const songs = await Promise.all(queue.map((song) => withUrl(db, channelId, song)))
      return { ...(await shown(channelId, place)), queue: songs }
    },

    async upcoming(channelId: number, count: number): Promise<readonly Song[]> {
      const { place, queue } = await read(db, channelId)
      return upcomingIn(place, queue).slice(0, count)
    },

    async place(reader: Reader, channelId: number): Promise<PlayerPlace> {
      return (await read(reader, channelId)).place
    },

    /** Where the player is, stored: requests that have ended are deleted, and votes of earlier songs with them. */
    async settle(tx: Writer, channelId: number): Promise<PlayerPlace> {
      const { place } = await read(tx, channelId)
      if (!place.hasMovedOn) return place
      await move(tx, channelId, place, place)
      return { ...place, ended: [], hasMovedOn: false }
    },

    /**
     * Changes the queue while it plays. The current song is computed from the queue and the time, so the position is
     * stored again; a removed song is replaced by the next one.
     */
    async rearrange(tx: Writer, channelId: number, work: () => Promise<void>): Promise<void> {
      const { queue: before, place } = await read(tx, channelId)
      await work()
      const queue = await playerRows.queue(tx, channelId)
      const to = afterRearranging(before, queue, place)
      if (to === 'nothing') {
        for (const { id } of place.ended) await requestRows.remove(tx, channelId, id)
        await playerRows.forget(tx, channelId)
      } else if (to !== undefined) await move(tx, channelId, place, to)
      tx.onCommit(() => bus.publish('player-changed', { channelId }))
    },

    /** Plays this song of the queue from its beginning. */
    async play(tx: Writer, cause: Cause, id: number): Promise<void> {
      const { queue, place } = await read(tx, cause.channel.id)
      const song = queue.find((one) => one.id === id)
      if (song === undefined) throw new Failure('not_found', { message: musicErrors.songNotFound.of({ id }) })
      await change(tx, cause, 'started', place, { playing: true, request: undefined, song, positionMs: 0 })
    },

    /** Plays this request from its beginning. It must be stored already. */
    async begin(tx: Writer, cause: Cause, place: PlayerPlace, request: SongRequest): Promise<void> {
      await change(tx, cause, 'started', place, { playing: true, request, song: place.song, positionMs: 0 })
    },

    /** Resumes a paused song, or starts with the first one. */
    async start(tx: Writer, cause: Cause): Promise<void> {
      const { queue, place } = await read(tx, cause.channel.id)
      const isThere = currentIn(place) !== undefined
      const target = isThere ? place : { ...nextIn(place, queue), positionMs: 0 }
      if (target.request === undefined && target.song === undefined) throw new Failure('queue_empty')
      if (!place.playing || !isThere) await change(tx, cause, 'started', place, { ...target, playing: true })
    },

    async stop(tx: Writer, cause: Cause): Promise<void> {
      const { place } = await read(tx, cause.channel.id)
      if (!place.playing) return
      if (currentIn(place) !== undefined) await change(tx, cause, 'paused', place, { ...place, playing: false })
      else await move(tx, cause.channel.id, place, { ...place, playing: false })
    },

    /** Plays the next song, even if the current one is paused. */
    async skip(tx: Writer, cause: Cause): Promise<void> {
      const to = await advance(tx, cause.channel.id, await read(tx, cause.channel.id), true)
      if (to === undefined) throw new Failure('queue_empty')
      await events.appendNew(tx, cause, { kind: 'music.skipped', data: playedIn(to) })
    },

    /** The same without an event, because the cause writes its own. A paused player stays paused. */
    async leaveSong(tx: Writer, channelId: number): Promise<void> {
      const found = await read(tx, channelId)
      await advance(tx, channelId, found, found.place.playing)
    },

    /** What the page that plays this request says about it: where it is, and how long it is. */
    async follow(
      tx: Writer,
      channelId: number,
      id: number,
      { positionMs, seconds }: { readonly positionMs: number; readonly seconds: number | undefined },
    ): Promise<void> {
      const { place } = await read(tx, channelId)
      if (place.request?.id !== id || !place.playing) return
      if (seconds !== undefined) await requestRows.setSeconds(tx, channelId, id, seconds)
      await move(tx, channelId, place, { ...place, positionMs })
    },

    /** This request has ended, before its time is over. Nothing happens if something else plays by now. */
    async endRequest(tx: Writer, channelId: number, id: number): Promise<void> {
      const found = await read(tx, channelId)
      if (found.place.request?.id === id) await advance(tx, channelId, found, found.place.playing)
    },
  }
}

/** What a vote or a place is about: one song of the queue or one request. */
export function itemOf({ request, song }: Pick<PlayerPlace, 'request' | 'song'>): string | undefined {
  if (request !== undefined) return `request:${request.id}`
  return song === undefined ? undefined : `song:${song.id}`
}

/** `nothing`: no song is left. Undefined: nothing is stored, so nothing changes. */
function afterRearranging(
  before: readonly Song[],
  queue: readonly Song[],
  place: PlayerPlace,
): Target | 'nothing' | undefined {
  const { playing, request, song, positionMs, waiting } = place
  const [first] = queue
  if (request === undefined && song === undefined) {
    // The player waits for a song: the first one begins.
    return playing && first !== undefined ? { playing, request, song: first, positionMs: 0 } : undefined
  }
  const kept = queue.find(({ id }) => id === song?.id)
  if (kept !== undefined) return { playing, request, song: kept, positionMs }
  const at = before.findIndex(({ id }) => id === song?.id)
  const isLeft = (one: Song) => queue.some(({ id }) => id === one.id)
  const previous = [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0))].findLast(isLeft)
  if (request !== undefined) return { playing, request, song: previous, positionMs }
  const [asked] = waiting
  if (asked !== undefined) return { playing, request: asked, song: previous, positionMs: 0 }
  const next = [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0))].find(isLeft)
  return next === undefined ? 'nothing' : { playing, request: undefined, song: next, positionMs: 0 }
}

function playedIn({ request, song }: Pick<PlayerPlace, 'request' | 'song'>) {
  if (request !== undefined) return { request_id: request.id, title: request.title, artist: request.artist }
  return song === undefined ? {} : { song_id: song.id, title: song.title, artist: song.artist }
}
