import type { Clock } from '../../ambient.ts'
import type { Bus } from '../../bus/bus.ts'
import { Failure } from '../../contract/failures.ts'
import type { PlayerState, Song } from '../../contract/overlay-messages.ts'
import { type Database, type Reader, sql, type Writer } from '../../storage/database.ts'
import type { Cause, Events } from '../events/events.ts'

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

export type Music = ReturnType<typeof createMusic>

/** The player: playing or paused, and where in the queue. The queue repeats. */
export function createMusic(needs: {
  db: Database
  clock: Clock
  events: Events
  bus: Bus
  /** Where the page finds the file that a song's source names. */
  songUrl: (source: string) => string | undefined
}) {
  const { db, clock, events, bus, songUrl } = needs

  async function read(reader: Reader, channelId: number): Promise<{ queue: Song[]; state: PlayerState }> {
    const queue = await reader.all(listSongs, { channel: channelId })
    const row = await reader.get(findPlayer, { channel: channelId })
    return { queue, state: stateAt(clock.now(), queue, row) }
  }

  async function change(tx: Writer, cause: Cause, kind: string, song: Song, playing: boolean, positionMs: number) {
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

  return {
    async player(channelId: number): Promise<PlayerState> {
      const { state } = await read(db, channelId)
      const url = state.song === null ? undefined : songUrl(state.song.source)
      return state.song === null || url === undefined ? state : { ...state, song: { ...state.song, url } }
    },

    /** Goes on where it was paused, or begins with the first song. */
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

    /** The next song plays, also when this one was paused. */
    async skip(tx: Writer, cause: Cause): Promise<void> {
      const { queue, state } = await read(tx, cause.channel.id)
      const at = queue.findIndex((song) => song.id === state.song?.id)
      const next = queue[(at + 1) % queue.length]
      if (next === undefined) throw new Failure('queue_empty')
      await change(tx, cause, 'skipped', next, true, 0)
    },
  }
}

/** What plays now follows from what was set last and the time since: song after song, round and round. */
export function stateAt(now: number, queue: readonly Song[], row: PlayerRow | undefined): PlayerState {
  const at = queue.findIndex((song) => song.id === row?.song_id)
  const song = queue[at]
  if (row === undefined || song === undefined) return { playing: false, song: null, positionMs: 0 }
  if (row.playing !== 1) return { playing: false, song, positionMs: row.position_ms }
  const roundMs = queue.reduce((sum, { seconds }) => sum + seconds * 1000, 0)
  const elapsedMs = row.position_ms + Math.max(now - row.changed_at, 0)
  if (roundMs <= 0) return { playing: true, song, positionMs: 0 }
  let restMs = elapsedMs % roundMs
  // Counted from the beginning of the current song, one round leads back to it.
  for (const current of [...queue.slice(at), ...queue.slice(0, at)]) {
    if (restMs < current.seconds * 1000) return { playing: true, song: current, positionMs: restMs }
    restMs -= current.seconds * 1000
  }
  return { playing: true, song, positionMs: 0 }
}
