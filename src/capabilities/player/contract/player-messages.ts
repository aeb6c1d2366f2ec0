/** A requested song that the player page plays in the player of its site. */
export interface FramedSong {
  /** The song request. */
  readonly id: number
  /** The address of the embedded player, without the options that the page adds. */
  readonly frame: string
  readonly playing: boolean
  readonly positionMs: number
  /** From 0 to 1. */
  readonly volume: number
}

/** Everything that is said on the socket of the player page, for both ends. */
export type ToPlayer =
  | { readonly type: 'welcome'; readonly heartbeatMs: number }
  /** What plays now: after the welcome and with every change. */
  | { readonly type: 'song'; readonly song: FramedSong | null }
  | { readonly type: 'ping' }
  | { readonly type: 'bye'; readonly reason: string }

/** What the page says about the song with that id. */
export type SongReport =
  /** Where the embedded player is. `seconds` is the length of the video, 0 while it is not known. */
  | { readonly type: 'position'; readonly id: number; readonly positionMs: number; readonly seconds: number }
  | { readonly type: 'ended'; readonly id: number }
  /** `code` is the error of the embedded player; 0 if it never began to play. */
  | { readonly type: 'failed'; readonly id: number; readonly code: number }

export type FromPlayer =
  | {
      readonly type: 'hello'
      readonly token: string
      /** The page's own name for itself: a second socket under it takes the place of the first. */
      readonly page: string
    }
  | SongReport
  | { readonly type: 'pong' }
