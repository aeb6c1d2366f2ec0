import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import { requireEachOnce } from '../overlay/content-order.ts'
import type { Song } from '../overlay/contract/player.ts'
import { type TrackName, trackNames, trackRate, trackSamples, tracks } from '../sounds/catalogue.ts'
import { urlOf } from '../sounds/sound-files.ts'
import type { Media } from '../uploads/media.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { musicErrors } from './messages.ts'
import type { Music } from './music.ts'

export const maxSongs = 500
const maxTitle = 200

export interface NewSong {
  readonly source: string
  readonly title?: string | undefined
  readonly artist?: string | undefined
  readonly seconds?: number | undefined
}

const columns = 'id, title, artist, source, seconds'
const listSongs = sql<{ channel: number; limit: number }, Song>(
  `SELECT ${columns} FROM songs WHERE channel_id = :channel ORDER BY position, id LIMIT :limit`,
)
const findSong = sql<{ channel: number; id: number }, Song>(
  `SELECT ${columns} FROM songs WHERE channel_id = :channel AND id = :id`,
)
const findEnds = sql<{ channel: number }, { total: number; position: number }>(
  `SELECT count(*) AS total, coalesce(max(position), 0) AS position FROM songs
   WHERE channel_id = :channel`,
)
type Written = { channel: number; id: number; title: string; artist: string; seconds: number }
const insertSong = sql<Written & { source: string; position: number }>(
  `INSERT INTO songs (channel_id, id, title, artist, source, seconds, position)
   VALUES (:channel, :id, :title, :artist, :source, :seconds, :position)`,
)
const updateSong = sql<Written>(
  `UPDATE songs SET title = :title, artist = :artist, seconds = :seconds WHERE channel_id = :channel AND id = :id`,
)
const deleteSong = sql<{ channel: number; id: number }>('DELETE FROM songs WHERE channel_id = :channel AND id = :id')
const placeSong = sql<{ channel: number; id: number; position: number }>(
  'UPDATE songs SET position = :position WHERE channel_id = :channel AND id = :id',
)

export type SongQueue = ReturnType<typeof createSongQueue>

/** The song queue, and the songs that can be added to it. */
export function createSongQueue(needs: { db: Database; events: Events; media: Media; uploads: Uploads; music: Music }) {
  const { db, events, media, uploads, music } = needs

  async function get(reader: Reader, channel: number, id: number): Promise<Song> {
    const song = await reader.get(findSong, { channel, id })
    if (song === undefined) throw new Failure('not_found', { message: musicErrors.songNotFound.of({ id }) })
    return song
  }

  /** Built-in tracks and uploads have a title and a length; for an external URL the broadcaster enters them. */
  async function describe(tx: Writer, channel: number, { source, title, artist, seconds }: NewSong) {
    if (/^[a-z]+:\/\//i.test(source)) {
      requireAddress(source)
      if (title === undefined) throw wrong(musicErrors.titleRequired.of())
      if (seconds === undefined) throw wrong(musicErrors.secondsRequired.of())
      return { title, artist: artist ?? '', source, seconds }
    }
    const found = await media.require(tx, channel, { path: 'source', source, kinds: ['song'] })
    const track = builtInTracks().find((one) => one.source === source)
    if (track !== undefined) return { ...track, title: title ?? track.title, artist: artist ?? track.artist }
    const { name = '', durationMs = null } = found
    return { title: title ?? titleOf(name), artist: artist ?? '', source, seconds: secondsOf(durationMs) }
  }

  /** The built-in tracks and the uploaded songs. */
  async function library(channelId: number) {
    const { items } = await uploads.list(channelId, 'song')
    const uploaded = items.map(({ id, name, durationMs, url }) => ({
      source: `upload:${id}`,
      title: titleOf(name),
      artist: '',
      seconds: secondsOf(durationMs),
      url,
    }))
    return [...builtInTracks(), ...uploaded]
  }

  return {
    get,

    library,

    /** What viewers can request by title: the queue, whose titles people have edited, and the rest of the library. */
    async requestable(channelId: number): Promise<readonly Omit<Song, 'id'>[]> {
      const queued = await db.all(listSongs, { channel: channelId, limit: maxSongs })
      const known = new Set(queued.map(({ source }) => source))
      return [...queued, ...(await library(channelId)).filter(({ source }) => !known.has(source))]
    },

    async add(tx: Writer, cause: Cause, wanted: NewSong): Promise<Song> {
      const channel = cause.channel.id
      const { title, artist, source, seconds } = await describe(tx, channel, wanted)
      const ends = await tx.get(findEnds, { channel })
      if ((ends?.total ?? 0) >= maxSongs) throw wrong(musicErrors.tooManySongs.of({ max: maxSongs }))
      const song = { id: await tx.next('song', channel), title, artist, source, seconds }
      const position = (ends?.position ?? 0) + 1
      await music.rearrange(tx, channel, async () => {
        await tx.run(insertSong, { channel, ...song, position })
      })
      await events.appendNew(tx, cause, { kind: 'song.added', data: { id: song.id, title, artist } })
      return song
    },

    async edit(tx: Writer, cause: Cause, id: number, wanted: Omit<NewSong, 'source'>): Promise<Song> {
      const channel = cause.channel.id
      const before = await get(tx, channel, id)
      const { title = before.title, artist = '', seconds } = wanted
      if (seconds !== undefined && seconds !== before.seconds && !before.source.startsWith('https://')) {
        throw wrong(musicErrors.secondsOfFile.of())
      }
      const song = { ...before, title, artist, seconds: seconds ?? before.seconds }
      await music.rearrange(tx, channel, async () => {
        await tx.run(updateSong, { channel, id, title, artist, seconds: song.seconds })
      })
      await events.appendNew(tx, cause, { kind: 'song.changed', data: { id, title, artist } })
      return song
    },

    async remove(tx: Writer, cause: Cause, id: number): Promise<void> {
      const channel = cause.channel.id
      const { title, artist } = await get(tx, channel, id)
      await music.rearrange(tx, channel, async () => {
        await tx.run(deleteSong, { channel, id })
      })
      await events.appendNew(tx, cause, { kind: 'song.removed', data: { id, title, artist } })
    },

    async order(tx: Writer, cause: Cause, ids: readonly number[]): Promise<void> {
      const channel = cause.channel.id
      const all = await tx.all(listSongs, { channel, limit: maxSongs })
      requireEachOnce(
        'ids',
        ids,
        all.map(({ id }) => id),
      )
      await music.rearrange(tx, channel, async () => {
        for (const [index, id] of ids.entries()) await tx.run(placeSong, { channel, id, position: index + 1 })
      })
      await events.appendNew(tx, cause, { kind: 'song.ordered', data: { ids } })
    },
  }
}

/** External URLs must use HTTPS and contain no credentials. */
function requireAddress(source: string): void {
  const url = URL.canParse(source) ? new URL(source) : undefined
  if (url?.protocol !== 'https:') throw wrong(musicErrors.sourceNotHttps.of())
  if (url.username !== '' || url.password !== '') throw wrong(musicErrors.sourceWithPassword.of())
}

function builtInTracks() {
  return trackNames.map((name: TrackName) => ({
    source: `builtin:${name}`,
    title: tracks[name].title as string,
    artist: 'Showcaller',
    seconds: Math.floor(trackSamples(name) / trackRate),
    url: urlOf(name),
  }))
}

/** Rounded up, so that the next song does not cut off this one. */
function secondsOf(durationMs: number | null): number {
  return Math.max(Math.ceil((durationMs ?? 0) / 1000), 1)
}

/** The file name without its extension. */
function titleOf(name: string): string {
  const title = name.replace(/\.[a-z0-9]{1,5}$/i, '').trim()
  return [...(title === '' ? name : title)].slice(0, maxTitle).join('')
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
