import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Cause } from '../events/events.ts'
import type { PlayerPages } from '../player/player-pages.ts'
import type { Music } from './music.ts'
import { songRequestErrors } from './request-messages.ts'
import type { AcceptedRequest, RequestQueue } from './request-queue.ts'
import type { RequestRecords } from './request-records.ts'
import type { SongRequest } from './request-rows.ts'
import { type RequestRules, refusedRequest, songNotFound, type WantedSong } from './request-rules.ts'
import { isLink, type SongLinks, siteOf } from './song-links.ts'
import type { SongQueue } from './song-queue.ts'
import type { YouTubeSongs } from './youtube-songs.ts'

/** Requests that the built-in player plays: songs of the queue, links to audio files, and videos of YouTube. */
export function createPlayerRequests(needs: {
  db: Database
  music: Music
  songQueue: SongQueue
  songLinks: SongLinks
  youtubeSongs: YouTubeSongs
  playerPages: Pick<PlayerPages, 'isOpen'>
  records: RequestRecords
}): RequestQueue {
  const { db, music, songQueue, songLinks, youtubeSongs, playerPages, records } = needs

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
    const request = await records.store(tx, cause, viewerId, wanted, { rules, waiting, endsAt: null })
    await records.noteRequested(tx, cause, request)
    // A song that is paused at its beginning was never started: the queue begins with it after the requests.
    const isSongStarted = place.song !== undefined && (place.playing || place.positionMs > 0)
    const isStarted = place.request !== undefined || isSongStarted
    if (isStarted || !(place.playing || rules.starts_player)) {
      records.announce(tx, channelId)
      return { request, place: waiting.length + 1 }
    }
    const [first = request] = waiting
    await music.begin(tx, cause, { ...place, song: undefined }, first)
    return { request, place: waiting.length }
  }

  return {
    async find(channelId: number, text: string, rules: RequestRules): Promise<WantedSong> {
      const site = siteOf(text)
      if (site === 'spotify') throw refusedRequest(songRequestErrors.spotifyLink.of())
      if (site === 'youtube') {
        if (!rules.youtube) throw refusedRequest(songRequestErrors.youtube.of())
        if (!playerPages.isOpen(channelId)) throw refusedRequest(songRequestErrors.youtubeNoPlayer.of())
        return youtubeSongs.find(channelId, text, rules)
      }
      if (isLink(text)) return songLinks.read(channelId, text, rules.link_hosts)
      // The search is loaded with the first request.
      const { findSong } = await import('./find-song.ts')
      const found = findSong(text, await songQueue.requestable(channelId))
      if (found === undefined) throw songNotFound(text)
      return found
    },

    /** Requests that have not begun. */
    async waiting(reader: Reader, channelId: number): Promise<readonly SongRequest[]> {
      return (await music.place(reader, channelId)).waiting
    },

    add(caller: Caller, viewerId: number, wanted: WantedSong, rules: RequestRules): Promise<AcceptedRequest> {
      return db.write((tx) => accept(tx, caller, viewerId, wanted, rules))
    },
  }
}
