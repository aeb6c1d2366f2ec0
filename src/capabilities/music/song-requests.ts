import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Song } from '../overlay/contract/player.ts'
import type { Points } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { maxBlocked } from './contract/request-settings.ts'
import type { Music } from './music.ts'
import type { MusicControl } from './music-control.ts'
import { currentIn } from './place.ts'
import { songRequestErrors } from './request-messages.ts'
import { requestRows, type SongRequest } from './request-rows.ts'
import {
  type RequestRules,
  refusedRequest,
  requireAllowed,
  requireNew,
  requireRoom,
  requireSuitable,
  type WantedSong,
} from './request-rules.ts'
import { isLink, type SongLinks, siteOf } from './song-links.ts'
import type { SongQueue } from './song-queue.ts'

export interface AcceptedRequest {
  readonly request: SongRequest
  /** 1 plays next; 0 plays now. */
  readonly place: number
}

export interface ListedRequests {
  readonly playing: boolean
  readonly song: (Song & { readonly positionMs: number; readonly request: SongRequest | undefined }) | null
  readonly waiting: readonly SongRequest[]
}

export type SongRequests = ReturnType<typeof createSongRequests>

/** Songs that viewers request: checked, paid for and played once, in the order in which they came. */
export function createSongRequests(needs: {
  db: Database
  clock: Clock
  bus: Bus
  events: Events
  points: Points
  settings: Settings
  viewers: Viewers
  music: Music
  musicControl: MusicControl
  songQueue: SongQueue
  songLinks: SongLinks
  isLive: (channelId: number) => Promise<boolean>
}) {
  const { db, clock, bus, events, points, settings, viewers, music, musicControl, songQueue, songLinks } = needs

  /** Requests that have not begun; of a music service, those that may not have ended. */
  async function waitingIn(reader: Reader, channelId: number, isOther: boolean): Promise<readonly SongRequest[]> {
    if (!isOther) return (await music.place(reader, channelId)).waiting
    const now = clock.now()
    return (await requestRows.list(reader, channelId)).filter(({ endsAt }) => endsAt !== null && endsAt > now)
  }

  async function findWanted(channelId: number, text: string, rules: RequestRules): Promise<WantedSong> {
    const site = siteOf(text)
    if (site !== undefined) throw refusedRequest(songRequestErrors[site === 'youtube' ? 'youtube' : 'spotifyLink'].of())
    if (isLink(text)) return songLinks.read(channelId, text, rules.link_hosts)
    // The search is loaded with the first request.
    const { findSong } = await import('./find-song.ts')
    const found = findSong(text, await songQueue.requestable(channelId))
    if (found === undefined) throw songNotFound(text)
    return found
  }

  async function findElsewhere(channelId: number, text: string): Promise<WantedSong> {
    if (siteOf(text) === 'youtube') throw refusedRequest(songRequestErrors.youtube.of())
    if (isLink(text) && siteOf(text) !== 'spotify') throw refusedRequest(songRequestErrors.onlySpotify.of())
    const found = await musicControl.findElsewhere(channelId, text)
    if (found === undefined) throw songNotFound(text)
    return found
  }

  /** Takes the price and stores the request, in one transaction. */
  async function store(
    tx: Writer,
    cause: Cause,
    viewerId: number,
    wanted: WantedSong,
    { rules, waiting, endsAt }: { rules: RequestRules; waiting: readonly SongRequest[]; endsAt: number | null },
  ): Promise<SongRequest> {
    const channelId = cause.channel.id
    const viewer = await viewers.getKnown(tx, channelId, viewerId)
    requireRoom(rules, viewer, waiting)
    requireNew(wanted, waiting)
    const { title, artist, source, seconds } = wanted
    const { price } = rules
    if (price > 0) await points.spend(tx, cause, viewer, { points: price, coin: 0 }, title)
    const all = await requestRows.list(tx, channelId)
    const position = Math.max(0, ...all.map((one) => one.position)) + 1
    const id = await tx.next('song-request', channelId)
    const row = { id, title, artist, source, seconds, viewerId, points: price, position, endsAt }
    const request = { ...row, requestedAt: clock.now() }
    await requestRows.insert(tx, channelId, request)
    const { platform, userId, username, displayname } = viewer
    return { ...request, platform, userId, username, displayname }
  }

  async function accept(
    tx: Writer,
    cause: Cause,
    viewerId: number,
    wanted: WantedSong,
    rules: RequestRules,
  ): Promise<AcceptedRequest> {
    const channelId = cause.channel.id
    const place = await music.settle(tx, channelId)
    const { waiting } = place
    const request = await store(tx, cause, viewerId, wanted, { rules, waiting, endsAt: null })
    await noteRequested(tx, cause, request)
    // A song that is paused at its beginning was never started: the queue begins with it after the requests.
    const isSongStarted = place.song !== undefined && (place.playing || place.positionMs > 0)
    const isStarted = place.request !== undefined || isSongStarted
    if (isStarted || !(place.playing || rules.starts_player)) {
      announce(tx, channelId)
      return { request, place: waiting.length + 1 }
    }
    const [first = request] = waiting
    await music.begin(tx, cause, { ...place, song: undefined }, first)
    return { request, place: waiting.length }
  }

  /**
   * Hands the song to the player of the music service. The price is taken before, so that nobody gets a song for
   * nothing, and given back if the service refuses the song.
   */
  async function handOver(
    cause: Caller,
    viewerId: number,
    wanted: WantedSong,
    rules: RequestRules,
  ): Promise<AcceptedRequest> {
    const channelId = cause.channel.id
    const { request, place } = await db.write(async (tx) => {
      const now = clock.now()
      for (const { id, endsAt } of await requestRows.list(tx, channelId)) {
        if (endsAt !== null && endsAt <= now) await requestRows.remove(tx, channelId, id)
      }
      const waiting = await waitingIn(tx, channelId, true)
      const from = Math.max(now, ...waiting.map(({ endsAt }) => endsAt ?? now))
      const options = { rules, waiting, endsAt: from + wanted.seconds * 1000 }
      return { request: await store(tx, cause, viewerId, wanted, options), place: waiting.length + 1 }
    })
    try {
      await musicControl.playElsewhere(channelId, wanted.source)
    } catch (error) {
      // What may have happened stays paid.
      if (!(error instanceof Failure) || !error.mayHaveHappened) {
        await db.write(async (tx) => {
          if (await requestRows.remove(tx, channelId, request.id)) await giveBack(tx, cause, request)
        })
      }
      throw error
    }
    return db.write(async (tx) => {
      await noteRequested(tx, cause, request)
      announce(tx, channelId)
      return { request, place }
    })
  }

  async function noteRequested(tx: Writer, cause: Cause, request: SongRequest): Promise<void> {
    const { platform, viewerId, points: paid } = request
    const data = { ...about(request), seconds: request.seconds, points: paid }
    await events.appendNew(tx, cause, { kind: 'song.requested', platform, viewerId, data })
  }

  async function giveBack(tx: Writer, cause: Cause, { viewerId, points: paid, title }: SongRequest): Promise<number> {
    const viewer = paid > 0 ? await viewers.getById(tx, cause.channel.id, viewerId) : undefined
    if (viewer === undefined) return 0
    await points.giveBack(tx, cause, viewer, { points: paid, coin: 0 }, title)
    return paid
  }

  function announce(tx: Writer, channelId: number): void {
    tx.onCommit(() => bus.publish('player-changed', { channelId }))
  }

  async function find(reader: Reader, channelId: number, id: number): Promise<SongRequest> {
    const now = clock.now()
    const request = (await requestRows.list(reader, channelId)).find((one) => one.id === id)
    if (request !== undefined && (request.endsAt === null || request.endsAt > now)) return request
    throw new Failure('song_request_not_found', { message: songRequestErrors.requestNotFound.of({ id }) })
  }

  /** A song that has not begun is paid back. */
  async function remove(tx: Writer, cause: Cause, id: number): Promise<{ request: SongRequest; refunded: number }> {
    const channelId = cause.channel.id
    const place = await music.settle(tx, channelId)
    const request = await find(tx, channelId, id)
    if (request.endsAt !== null) {
      throw new Failure('platform_refused', { message: songRequestErrors.onSpotify.of() })
    }
    let refunded = 0
    if (place.request?.id === id) await music.leaveSong(tx, channelId)
    else {
      await requestRows.remove(tx, channelId, id)
      refunded = await giveBack(tx, cause, request)
      announce(tx, channelId)
    }
    const { platform, viewerId } = request
    const data = { ...about(request), refunded }
    await events.appendNew(tx, cause, { kind: 'song.request-removed', platform, viewerId, data })
    return { request, refunded }
  }

  return {
    remove,

    /**
     * Finds the song, takes its price and queues it. `roles` are those of a viewer who asks in chat; a key acts for the
     * broadcaster.
     */
    async request(
      caller: Caller,
      viewer: Viewer,
      written: string,
      roles?: ReadonlySet<ChatRole>,
    ): Promise<AcceptedRequest> {
      const channelId = caller.channel.id
      const { song_requests: rules } = await settings.of(channelId)
      requireAllowed(rules, viewer, roles)
      if (roles !== undefined && rules.only_live && !(await needs.isLive(channelId))) {
        throw refusedRequest(songRequestErrors.notLive.of())
      }
      const text = written.trim()
      if (text === '') throw refusedRequest(songRequestErrors.songRequired.of())
      const isOther = await musicControl.isOther(channelId)
      // Before anything is searched or loaded; the transaction checks it again.
      requireRoom(rules, viewer, await waitingIn(db, channelId, isOther))
      const wanted = await (isOther ? findElsewhere(channelId, text) : findWanted(channelId, text, rules))
      await requireSuitable(rules, wanted)
      if (isOther) return handOver(caller, viewer.id, wanted, rules)
      return db.write((tx) => accept(tx, caller, viewer.id, wanted, rules))
    },

    /** The newest request of this viewer that has not begun. */
    async removeLastOf(tx: Writer, cause: Cause, { id, username }: Viewer) {
      const { waiting } = await music.settle(tx, cause.channel.id)
      const last = waiting.toSorted((a, b) => a.id - b.id).findLast(({ viewerId }) => viewerId === id)
      if (last === undefined) {
        throw new Failure('song_request_not_found', { message: songRequestErrors.noneOfViewer.of({ username }) })
      }
      return remove(tx, cause, last.id)
    },

    /** Plays it next. */
    async moveToTop(tx: Writer, channelId: number, id: number): Promise<void> {
      const { waiting } = await music.settle(tx, channelId)
      const [first] = waiting
      if (first === undefined || !waiting.some((one) => one.id === id)) {
        throw new Failure('song_request_not_found', { message: songRequestErrors.requestNotFound.of({ id }) })
      }
      if (first.id === id) return
      await requestRows.place(tx, channelId, id, first.position - 1)
      announce(tx, channelId)
    },

    /** Puts the song or its viewer on the block list, and removes the request. */
    async block(tx: Writer, cause: Cause, id: number, what: 'song' | 'viewer'): Promise<void> {
      const channelId = cause.channel.id
      const request = await find(tx, channelId, id)
      const { song_requests: rules } = await settings.readIn(tx, channelId)
      const name = what === 'song' ? 'blocked_words' : 'blocked_viewers'
      const entry = what === 'song' ? request.title : request.username
      if (rules[name].length >= maxBlocked) {
        throw new Failure('invalid_parameter', { message: songRequestErrors.blockListFull.of({ max: maxBlocked }) })
      }
      if (!rules[name].includes(entry)) {
        await settings.set(tx, cause, 'song_requests', { ...rules, [name]: [...rules[name], entry] })
      }
      if (request.endsAt === null) await remove(tx, cause, id)
    },

    /** The next songs: requests, and the queue where it is this server that plays. */
    async upcoming(channelId: number, count: number): Promise<readonly Pick<Song, 'title' | 'artist'>[]> {
      if (!(await musicControl.isOther(channelId))) return music.upcoming(channelId, count)
      return (await waitingIn(db, channelId, true)).slice(0, count)
    },

    /** What plays and what waits, for the player that is chosen. */
    async list(channelId: number): Promise<ListedRequests> {
      if (await musicControl.isOther(channelId)) {
        const { playing, song, positionMs } = await musicControl.player(channelId)
        const waiting = await waitingIn(db, channelId, true)
        return { playing, song: song && { ...song, positionMs, request: undefined }, waiting }
      }
      const place = await music.place(db, channelId)
      const song = currentIn(place)
      if (song === undefined) return { playing: false, song: null, waiting: place.waiting }
      const { playing, positionMs, request, waiting } = place
      return { playing, song: { ...song, positionMs, request }, waiting }
    },
  }
}

function about({ id, title, artist, userId, username, displayname }: SongRequest) {
  return { id, title, artist, user_id: userId, username, displayname }
}

function songNotFound(text: string): Failure {
  const shown = [...text].slice(0, 100).join('')
  return new Failure('song_not_found', { message: songRequestErrors.notFound.of({ text: shown }) })
}
