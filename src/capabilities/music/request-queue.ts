import type { Caller } from '../../kernel/operation/caller.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { SongRequest } from './request-rows.ts'
import type { RequestRules, WantedSong } from './request-rules.ts'

export interface AcceptedRequest {
  readonly request: SongRequest
  /** 1 plays next; 0 plays now. */
  readonly place: number
}

/** The requests of one player: the built-in one, or that of a music service. */
export interface RequestQueue {
  /** The song that a viewer means. Throws where there is none, or where this player cannot play it. */
  find(channelId: number, text: string, rules: RequestRules): Promise<WantedSong>
  waiting(reader: Reader, channelId: number): Promise<readonly SongRequest[]>
  /** Takes the price and queues the song. */
  add(caller: Caller, viewerId: number, wanted: WantedSong, rules: RequestRules): Promise<AcceptedRequest>
}
