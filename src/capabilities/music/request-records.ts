import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { requestRows, type SongRequest } from './request-rows.ts'
import { type RequestRules, requireNew, requireRoom, type WantedSong } from './request-rules.ts'

export type RequestRecords = ReturnType<typeof createRequestRecords>

/** What a request leaves behind, whoever plays it: its row, its price, its events and the news for open pages. */
export function createRequestRecords(needs: {
  clock: Clock
  bus: Bus
  events: Events
  points: Points
  viewers: Viewers
}) {
  const { clock, bus, events, points, viewers } = needs

  return {
    /** Takes the price and stores the request, in one transaction. */
    async store(
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
    },

    /** Returns how many points the viewer got back. */
    async giveBack(tx: Writer, cause: Cause, { viewerId, points: paid, title }: SongRequest): Promise<number> {
      const viewer = paid > 0 ? await viewers.getById(tx, cause.channel.id, viewerId) : undefined
      if (viewer === undefined) return 0
      await points.giveBack(tx, cause, viewer, { points: paid, coin: 0 }, title)
      return paid
    },

    async noteRequested(tx: Writer, cause: Cause, request: SongRequest): Promise<void> {
      const { platform, viewerId, points: paid } = request
      const data = { ...about(request), seconds: request.seconds, points: paid }
      await events.appendNew(tx, cause, { kind: 'song.requested', platform, viewerId, data })
    },

    async noteRemoved(tx: Writer, cause: Cause, request: SongRequest, refunded: number): Promise<void> {
      const { platform, viewerId } = request
      const data = { ...about(request), refunded }
      await events.appendNew(tx, cause, { kind: 'song.request-removed', platform, viewerId, data })
    },

    /** After the commit, pages read the list again. */
    announce(tx: Writer, channelId: number): void {
      tx.onCommit(() => bus.publish('player-changed', { channelId }))
    },
  }
}

function about({ id, title, artist, userId, username, displayname }: SongRequest) {
  return { id, title, artist, user_id: userId, username, displayname }
}
