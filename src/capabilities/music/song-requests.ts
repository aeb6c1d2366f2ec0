import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Song } from '../overlay/contract/player.ts'
import type { PlayerPages } from '../player/player-pages.ts'
import type { Points } from '../points/points.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { maxBlocked } from './contract/request-settings.ts'
import type { Music } from './music.ts'
import type { MusicControl } from './music-control.ts'
import { currentIn } from './place.ts'
import { createPlayerRequests } from './player-requests.ts'
import { songRequestErrors } from './request-messages.ts'
import type { AcceptedRequest } from './request-queue.ts'
import { createRequestRecords } from './request-records.ts'
import { requestRows, type SongRequest } from './request-rows.ts'
import { refusedRequest, requireAllowed, requireRoom, requireSuitable } from './request-rules.ts'
import { createServiceRequests } from './service-requests.ts'
import type { SongLinks } from './song-links.ts'
import type { SongQueue } from './song-queue.ts'
import type { YouTubeSongs } from './youtube-songs.ts'

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
  youtubeSongs: YouTubeSongs
  playerPages: Pick<PlayerPages, 'isOpen'>
  isLive: (channelId: number) => Promise<boolean>
}) {
  const { db, clock, settings, music, musicControl } = needs
  const records = createRequestRecords(needs)
  const playerRequests = createPlayerRequests({ ...needs, records })
  const serviceRequests = createServiceRequests({ ...needs, records })

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
      refunded = await records.giveBack(tx, cause, request)
      records.announce(tx, channelId)
    }
    await records.noteRemoved(tx, cause, request, refunded)
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
      const queue = (await musicControl.isOther(channelId)) ? serviceRequests : playerRequests
      // Before anything is searched or loaded; the transaction checks it again.
      requireRoom(rules, viewer, await queue.waiting(db, channelId))
      const wanted = await queue.find(channelId, text, rules)
      await requireSuitable(rules, wanted)
      return queue.add(caller, viewer.id, wanted, rules)
    },

    /** Leaves the request that plays, because its player cannot play it, and pays it back. Undefined if another plays. */
    async giveUp(tx: Writer, cause: Cause, id: number): Promise<SongRequest | undefined> {
      const { request } = await music.settle(tx, cause.channel.id)
      if (request?.id !== id) return undefined
      await music.leaveSong(tx, cause.channel.id)
      await records.noteRemoved(tx, cause, request, await records.giveBack(tx, cause, request))
      return request
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
      records.announce(tx, channelId)
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
      return (await serviceRequests.waiting(db, channelId)).slice(0, count)
    },

    /** What plays and what waits, for the player that is chosen. */
    async list(channelId: number): Promise<ListedRequests> {
      if (await musicControl.isOther(channelId)) {
        const { playing, song, positionMs } = await musicControl.player(channelId)
        const waiting = await serviceRequests.waiting(db, channelId)
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
