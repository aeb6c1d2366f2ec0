/** A song as reported by a music service. */
export interface PlayingSong {
  readonly id: string
  readonly title: string
  readonly artist: string
  readonly seconds: number
}

export interface Playback {
  readonly playing: boolean
  readonly song: PlayingSong | null
  readonly positionMs: number
}

/** A song that can be put into the queue of a music service; `source` is the name of the service for it. */
export interface FoundSong {
  readonly source: string
  readonly title: string
  readonly artist: string
  readonly seconds: number
}

/** A player outside this server, in the broadcaster's account with a music service. Errors are a `Failure`. */
export interface MusicBackEnd {
  /** The display name. */
  readonly title: string
  start(channelId: number, signal: AbortSignal): Promise<void>
  pause(channelId: number, signal: AbortSignal): Promise<void>
  skip(channelId: number, signal: AbortSignal): Promise<void>
  read(channelId: number, signal: AbortSignal): Promise<Playback>
  /** The song that somebody means, by its title or link; undefined if there is none. */
  find(channelId: number, text: string, signal: AbortSignal): Promise<FoundSong | undefined>
  /** Plays the song after those that were queued before. */
  enqueue(channelId: number, source: string, signal: AbortSignal): Promise<void>
  /** The connected account, and whether it has to be connected again. */
  findAccount(channelId: number): Promise<{ readonly name: string; readonly needsSignIn: boolean } | undefined>
}
