import type { Clock } from '../../kernel/ambient.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader } from '../../kernel/storage/database.ts'
import type { MusicControl } from './music-control.ts'
import { songRequestErrors } from './request-messages.ts'
import type { AcceptedRequest, RequestQueue } from './request-queue.ts'
import type { RequestRecords } from './request-records.ts'
import { requestRows, type SongRequest } from './request-rows.ts'
import { type RequestRules, refusedRequest, songNotFound, type WantedSong } from './request-rules.ts'
import { isLink, siteOf } from './song-links.ts'

/**
 * Requests that the player of a music service plays. It does not report which of them it has played, so each row has
 * the time at which its song has ended at the latest.
 */
export function createServiceRequests(needs: {
  db: Database
  clock: Clock
  musicControl: MusicControl
  records: RequestRecords
}): RequestQueue {
  const { db, clock, musicControl, records } = needs

  async function waitingIn(reader: Reader, channelId: number): Promise<readonly SongRequest[]> {
    const now = clock.now()
    return (await requestRows.list(reader, channelId)).filter(({ endsAt }) => endsAt !== null && endsAt > now)
  }

  return {
    async find(channelId: number, text: string): Promise<WantedSong> {
      if (isLink(text) && siteOf(text) !== 'spotify') throw refusedRequest(songRequestErrors.onlySpotify.of())
      const found = await musicControl.findElsewhere(channelId, text)
      if (found === undefined) throw songNotFound(text)
      return found
    },

    /** Requests that may not have ended. */
    waiting: waitingIn,

    /**
     * Hands the song to the player of the music service. The price is taken before, so that nobody gets a song for
     * nothing, and given back if the service refuses the song.
     */
    async add(caller: Caller, viewerId: number, wanted: WantedSong, rules: RequestRules): Promise<AcceptedRequest> {
      const channelId = caller.channel.id
      const { request, place } = await db.write(async (tx) => {
        const now = clock.now()
        for (const { id, endsAt } of await requestRows.list(tx, channelId)) {
          if (endsAt !== null && endsAt <= now) await requestRows.remove(tx, channelId, id)
        }
        const waiting = await waitingIn(tx, channelId)
        const from = Math.max(now, ...waiting.map(({ endsAt }) => endsAt ?? now))
        const options = { rules, waiting, endsAt: from + wanted.seconds * 1000 }
        return { request: await records.store(tx, caller, viewerId, wanted, options), place: waiting.length + 1 }
      })
      try {
        await musicControl.playElsewhere(channelId, wanted.source)
      } catch (error) {
        // What may have happened stays paid.
        if (!(error instanceof Failure) || !error.mayHaveHappened) {
          await db.write(async (tx) => {
            if (await requestRows.remove(tx, channelId, request.id)) await records.giveBack(tx, caller, request)
          })
        }
        throw error
      }
      return db.write(async (tx) => {
        await records.noteRequested(tx, caller, request)
        records.announce(tx, channelId)
        return { request, place }
      })
    },
  }
}
