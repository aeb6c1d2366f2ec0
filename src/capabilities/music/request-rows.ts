import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Song } from '../overlay/contract/player.ts'

/** More never wait at once: the setting allows fewer. */
export const maxRequests = 200

/** A song that a viewer requested, with who that is. */
export interface SongRequest extends Song {
  readonly viewerId: number
  readonly platform: Platform
  readonly userId: string
  readonly username: string
  readonly displayname: string
  /** What the viewer paid. */
  readonly points: number
  readonly position: number
  /** Set while it is in the queue of a music service: when it ends at the latest. */
  readonly endsAt: number | null
  readonly requestedAt: number
}

export type NewRequest = {
  readonly id: number
  readonly title: string
  readonly artist: string
  readonly source: string
  readonly seconds: number
  readonly viewerId: number
  readonly points: number
  readonly position: number
  readonly endsAt: number | null
  readonly requestedAt: number
}

const columns = `r.id, r.title, r.artist, r.source, r.seconds, r.viewer_id AS "viewerId", r.points, r.position,
  r.ends_at AS "endsAt", r.requested_at AS "requestedAt", v.platform, v.platform_user_id AS "userId", v.username,
  v.displayname`

const listRequests = sql<{ channel: number; limit: number }, SongRequest>(
  `SELECT ${columns} FROM song_requests r JOIN viewers v ON v.channel_id = :channel AND v.id = r.viewer_id
   WHERE r.channel_id = :channel ORDER BY r.position, r.id LIMIT :limit`,
)
const insertRequest = sql<NewRequest & { channel: number }>(
  `INSERT INTO song_requests (channel_id, id, viewer_id, title, artist, source, seconds, position, points, ends_at,
     requested_at)
   VALUES (:channel, :id, :viewerId, :title, :artist, :source, :seconds, :position, :points, :endsAt, :requestedAt)`,
)
const deleteRequest = sql<{ channel: number; id: number }>(
  'DELETE FROM song_requests WHERE channel_id = :channel AND id = :id',
)
const placeRequest = sql<{ channel: number; id: number; position: number }>(
  'UPDATE song_requests SET position = :position WHERE channel_id = :channel AND id = :id',
)
const setLength = sql<{ channel: number; id: number; seconds: number }>(
  'UPDATE song_requests SET seconds = :seconds WHERE channel_id = :channel AND id = :id',
)

/** The rows of requests. Those that have ended are deleted with the next change of the player. */
export const requestRows = {
  list(reader: Reader, channel: number): Promise<readonly SongRequest[]> {
    return reader.all(listRequests, { channel, limit: maxRequests })
  },

  async insert(tx: Writer, channel: number, request: NewRequest): Promise<void> {
    await tx.run(insertRequest, { channel, ...request })
  },

  /** Whether the row was there. */
  async remove(tx: Writer, channel: number, id: number): Promise<boolean> {
    return (await tx.run(deleteRequest, { channel, id })) > 0
  },

  async setSeconds(tx: Writer, channel: number, id: number, seconds: number): Promise<void> {
    await tx.run(setLength, { channel, id, seconds })
  },

  async place(tx: Writer, channel: number, id: number, position: number): Promise<void> {
    await tx.run(placeRequest, { channel, id, position })
  },
}
