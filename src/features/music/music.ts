import type { Clock } from '../../ambient.ts'
import type { Bus } from '../../bus/bus.ts'
import { Failure } from '../../contract/failures.ts'
import type { PlayerState, Song } from '../../contract/overlay-messages.ts'
import { type Database, type Reader, sql, type Writer } from '../../storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Media } from '../uploads/media.ts'
import { musicErrors } from './messages.ts'

interface PlayerRow {
  readonly playing: number
  readonly song_id: number | null
  readonly position_ms: number
  readonly changed_at: number
}

const findPlayer = sql<{ channel: number }, PlayerRow>(
  'SELECT playing, song_id, position_ms, changed_at FROM players WHERE channel_id = :channel',
)
const upsertPlayer = sql<{ channel: number; playing: number; song: number; positionMs: number; now: number }>(
  `INSERT INTO players (channel_id, playing, song_id, position_ms, changed_at)
   VALUES (:channel, :playing, :song, :positionMs, :now)
   ON CONFLICT (channel_id) DO UPDATE SET playing = excluded.playing, song_id = excluded.song_id,
     position_ms = excluded.position_ms, changed_at = excluded.changed_at`,
)
const listSongs = sql<{ channel: number }, Song>(
  `SELECT id, title, artist, source, seconds FROM songs WHERE channel_id = :channel
   ORDER BY position, id LIMIT 1000`,
)

const forgetPlayer = sql<{ channel: number }>('DELETE FROM players WHERE channel_id = :channel')

export type Music = ReturnType<typeof createMusic>

/** The player: playing or paused, and where in the queue. The queue repeats. */
export function createMusic(needs: { db: Database; clock: Clock; events: Events; bus: Bus; media: Media }) {
  const { db, clock, events, bus, media } = needs

  async function read(reader: Reader, channelId: number): Promise<{ queue: Song[]; state: PlayerState }> {
    const queue = await reader.all(listSongs, { channel: channelId })
    const row = await reader.get(findPlayer, { channel: channelId })
    return { queue, state: stateAt(clock.now(), queue, row) }
  }

  async function change(
    tx: Writer,
    cause: Cause,
    kind: 'started' | 'paused' | 'skipped',
    song: Song,
    playing: boolean,
    positionMs: number,
  ) {
    const channelId = cause.channel.id
    await tx.run(upsertPlayer, {
      channel: channelId,
      playing: playing ? 1 : 0,
      song: song.id,
      positionMs,
      now: clock.now(),
    })
    const data = { song_id: song.id, title: song.title, artist: song.artist }
    await events.appendNew(tx, cause, { kind: `music.${kind}`, data })
    tx.onCommit(() => bus.publish('player-changed', { channelId }))
  }

  /** The URL of a song's file; the page fetches external URLs itself. */
  async function withUrl(reader: Reader, channelId: number, song: Song): Promise<Song> {
    const { source } = song
    const url = source.startsWith('https://') ? source : await media.urlOf(reader, channelId, source)
    return url === undefined ? song : { ...song, url }
  }

  return {
    withUrl,

    async player(channelId: number): Promise<PlayerState> {
      const { state } = await read(db, channelId)
      return state.song === null ? state : { ...state, song: await withUrl(db, channelId, state.song) }
    },

    async current(channelId: number): Promise<PlayerState & { readonly queue: readonly Song[] }> {
      const { state, queue } = await read(db, channelId)
      const songs = await Promise.all(queue.map((song) => withUrl(db, channelId, song)))
      const song = songs.find(({ id }) => id === state.song?.id) ?? null
      return { ...state, song, queue: songs }
    },

    /**
     * Changes the queue while it plays. The current song is computed from the queue and the time, so the position is
     * stored again; a removed song is replaced by the next one.
     */
    async rearrange(tx: Writer, channelId: number, work: () => Promise<void>): Promise<void> {
      const before = await read(tx, channelId)
      await work()
      const queue = await tx.all(listSongs, { channel: channelId })
      const { playing, song, positionMs } = before.state
      const kept = queue.find(({ id }) => id === song?.id)
      const at = before.queue.findIndex(({ id }) => id === song?.id)
      const behind = [...before.queue.slice(at + 1), ...before.queue.slice(0, Math.max(at, 0))]
      const next = kept ?? behind.find((one) => queue.some(({ id }) => id === one.id))
      if (song !== null && next !== undefined) {
        const place = kept === undefined ? 0 : positionMs
        const row = { channel: channelId, playing: playing ? 1 : 0, song: next.id, positionMs: place, now: clock.now() }
        await tx.run(upsertPlayer, row)
      } else if (song !== null) await tx.run(forgetPlayer, { channel: channelId })
      tx.onCommit(() => bus.publish('player-changed', { channelId }))
    },

    /** Plays this song from its beginning. */
    async play(tx: Writer, cause: Cause, id: number): Promise<void> {
      const { queue } = await read(tx, cause.channel.id)
      const song = queue.find((one) => one.id === id)
      if (song === undefined) throw new Failure('not_found', { message: musicErrors.songNotFound({ id }) })
      await change(tx, cause, 'started', song, true, 0)
    },

    /** Resumes a paused song, or starts with the first song. */
    async start(tx: Writer, cause: Cause): Promise<void> {
      const { queue, state } = await read(tx, cause.channel.id)
      const song = state.song ?? queue[0]
      if (song === undefined) throw new Failure('queue_empty')
      if (!state.playing) await change(tx, cause, 'started', song, true, state.positionMs)
    },

    async stop(tx: Writer, cause: Cause): Promise<void> {
      const { state } = await read(tx, cause.channel.id)
      if (state.playing && state.song !== null) await change(tx, cause, 'paused', state.song, false, state.positionMs)
    },

    /** Plays the next song, even if the current one is paused. */
    async skip(tx: Writer, cause: Cause): Promise<void> {
      const { queue, state } = await read(tx, cause.channel.id)
      const at = queue.findIndex((song) => song.id === state.song?.id)
      const next = queue[(at + 1) % queue.length]
      if (next === undefined) throw new Failure('queue_empty')
      await change(tx, cause, 'skipped', next, true, 0)
    },
  }
}

/** Computes the current song from the stored position and the time since then. The queue repeats. */
export function stateAt(now: number, queue: readonly Song[], row: PlayerRow | undefined): PlayerState {
  const at = queue.findIndex((song) => song.id === row?.song_id)
  const song = queue[at]
  if (row === undefined || song === undefined) return { playing: false, song: null, positionMs: 0 }
  if (row.playing !== 1) return { playing: false, song, positionMs: row.position_ms }
  const roundMs = queue.reduce((sum, { seconds }) => sum + seconds * 1000, 0)
  const elapsedMs = row.position_ms + Math.max(now - row.changed_at, 0)
  if (roundMs <= 0) return { playing: true, song, positionMs: 0 }
  let restMs = elapsedMs % roundMs
  // From the start of the current song, one full round of the queue leads back to it.
  for (const current of [...queue.slice(at), ...queue.slice(0, at)]) {
    if (restMs < current.seconds * 1000) return { playing: true, song: current, positionMs: restMs }
    restMs -= current.seconds * 1000
  }
  return { playing: true, song, positionMs: 0 }
}
