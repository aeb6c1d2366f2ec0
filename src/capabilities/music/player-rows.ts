import { type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Song } from '../overlay/contract/player.ts'
import type { PlayerRow } from './place.ts'

type Stored = {
  readonly channel: number
  readonly playing: number
  readonly song: number | null
  readonly request: number | null
  readonly positionMs: number
  readonly now: number
}

const findPlayer = sql<{ channel: number }, PlayerRow>(
  'SELECT playing, song_id, request_id, position_ms, changed_at FROM players WHERE channel_id = :channel',
)
const upsertPlayer = sql<Stored>(
  `INSERT INTO players (channel_id, playing, song_id, request_id, position_ms, changed_at)
   VALUES (:channel, :playing, :song, :request, :positionMs, :now)
   ON CONFLICT (channel_id) DO UPDATE SET playing = excluded.playing, song_id = excluded.song_id,
     request_id = excluded.request_id, position_ms = excluded.position_ms, changed_at = excluded.changed_at`,
)
const forgetPlayer = sql<{ channel: number }>('DELETE FROM players WHERE channel_id = :channel')
const listSongs = sql<{ channel: number }, Song>(
  `SELECT id, title, artist, source, seconds FROM songs WHERE channel_id = :channel
   ORDER BY position, id LIMIT 1000`,
)
const deleteVotes = sql<{ channel: number }>('DELETE FROM song_votes WHERE channel_id = :channel')

/** The stored state of the player, the songs it repeats, and the votes against the current song. */
export const playerRows = {
  find: (reader: Reader, channel: number) => reader.get(findPlayer, { channel }),

  queue: (reader: Reader, channel: number): Promise<Song[]> => reader.all(listSongs, { channel }),

  async store(tx: Writer, row: Stored): Promise<void> {
    await tx.run(upsertPlayer, row)
  },

  async forget(tx: Writer, channel: number): Promise<void> {
    await tx.run(forgetPlayer, { channel })
  },

  /** Votes are about one playing of one song. */
  async clearVotes(tx: Writer, channel: number): Promise<void> {
    await tx.run(deleteVotes, { channel })
  },
}
