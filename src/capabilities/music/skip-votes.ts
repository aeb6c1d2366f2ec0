import type { Clock } from '../../kernel/ambient.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Events } from '../events/events.ts'
import type { Song } from '../overlay/contract/player.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewer } from '../viewers/viewer.ts'
import { itemOf, type Music } from './music.ts'
import type { MusicControl } from './music-control.ts'
import { currentIn } from './place.ts'
import { songRequestErrors } from './request-messages.ts'
import { refusedRequest } from './request-rules.ts'

const findVote = sql<{ channel: number; viewer: number }, { item: string }>(
  'SELECT item FROM song_votes WHERE channel_id = :channel AND viewer_id = :viewer',
)
const upsertVote = sql<{ channel: number; viewer: number; item: string; now: number }>(
  `INSERT INTO song_votes (channel_id, viewer_id, item, voted_at) VALUES (:channel, :viewer, :item, :now)
   ON CONFLICT (channel_id, viewer_id) DO UPDATE SET item = excluded.item, voted_at = excluded.voted_at`,
)
const countVotes = sql<{ channel: number; item: string }, { votes: number }>(
  'SELECT count(*) AS votes FROM song_votes WHERE channel_id = :channel AND item = :item',
)
const deleteVotes = sql<{ channel: number }>('DELETE FROM song_votes WHERE channel_id = :channel')

export interface Vote {
  readonly title: string
  readonly votes: number
  readonly needed: number
  /** Whether the viewer had not voted on this song. */
  readonly isNew: boolean
  readonly isSkipped: boolean
}

export type SkipVotes = ReturnType<typeof createSkipVotes>

/** Viewers vote against the current song; enough votes skip it. Each viewer has one vote for each song. */
export function createSkipVotes(needs: {
  db: Database
  clock: Clock
  events: Events
  settings: Settings
  music: Music
  musicControl: MusicControl
}) {
  const { db, clock, events, settings, music, musicControl } = needs

  async function count(reader: Reader, channel: number, item: string): Promise<number> {
    return (await reader.get(countVotes, { channel, item }))?.votes ?? 0
  }

  /** Enough votes are deleted in the transaction that sees them, so that two last votes skip one song. */
  async function cast(tx: Writer, channel: number, viewer: number, item: string, needed: number) {
    const before = await tx.get(findVote, { channel, viewer })
    const isNew = before?.item !== item
    if (isNew) await tx.run(upsertVote, { channel, viewer, item, now: clock.now() })
    const votes = await count(tx, channel, item)
    const isSkipped = votes >= needed
    if (isSkipped) await tx.run(deleteVotes, { channel })
    return { votes, isNew, isSkipped }
  }

  async function voteHere(caller: Caller, viewer: Viewer, needed: number): Promise<Vote> {
    const channelId = caller.channel.id
    return db.write(async (tx) => {
      const place = await music.settle(tx, channelId)
      const song = currentIn(place)
      const item = itemOf(place)
      if (song === undefined || item === undefined || !place.playing) throw nothingPlays()
      const { votes, isNew, isSkipped } = await cast(tx, channelId, viewer.id, item, needed)
      if (isSkipped) {
        await music.leaveSong(tx, channelId)
        const id = place.request === undefined ? { song_id: song.id } : { request_id: song.id }
        await note(tx, caller, song, votes, id)
      }
      return { title: song.title, votes, needed, isNew, isSkipped }
    })
  }

  async function voteElsewhere(caller: Caller, viewer: Viewer, needed: number): Promise<Vote> {
    const channelId = caller.channel.id
    const { song, playing } = await musicControl.player(channelId)
    if (song === null || !playing) throw nothingPlays()
    const item = `other:${song.id}`
    const outcome = await db.write((tx) => cast(tx, channelId, viewer.id, item, needed))
    if (outcome.isSkipped) {
      await musicControl.skipElsewhere(channelId)
      await db.write((tx) => note(tx, caller, song, outcome.votes, { player: 'spotify' }))
    }
    return { title: song.title, needed, ...outcome }
  }

  async function note(
    tx: Writer,
    caller: Caller,
    { title, artist }: Song,
    votes: number,
    id: { readonly song_id?: number; readonly request_id?: number; readonly player?: string },
  ): Promise<void> {
    await events.appendNew(tx, caller, { kind: 'song.skipped', data: { ...id, title, artist, votes } })
  }

  return {
    async vote(caller: Caller, viewer: Viewer): Promise<Vote> {
      const channelId = caller.channel.id
      const { skip_votes: needed } = (await settings.of(channelId)).song_requests
      if (needed === 0) throw refusedRequest(songRequestErrors.noVotes.of())
      const isOther = await musicControl.isOther(channelId)
      return (isOther ? voteElsewhere : voteHere)(caller, viewer, needed)
    },

    /** The votes against the current song. */
    async current(channelId: number): Promise<{ votes: number; needed: number }> {
      const { skip_votes: needed } = (await settings.of(channelId)).song_requests
      if (await musicControl.isOther(channelId)) {
        const { song } = await musicControl.player(channelId)
        return { votes: song === null ? 0 : await count(db, channelId, `other:${song.id}`), needed }
      }
      const place = await music.place(db, channelId)
      const item = itemOf(place)
      return { votes: item === undefined || place.hasMovedOn ? 0 : await count(db, channelId, item), needed }
    },
  }
}

function nothingPlays(): Failure {
  return new Failure('queue_empty', { message: songRequestErrors.nothingPlays.of() })
}
