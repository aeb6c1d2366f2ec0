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

/** A player outside this server, in the broadcaster's account with a music service. Errors are a `Failure`. */
export interface MusicBackEnd {
  /** The display name. */
  readonly title: string
  start(channelId: number, signal: AbortSignal): Promise<void>
  pause(channelId: number, signal: AbortSignal): Promise<void>
  skip(channelId: number, signal: AbortSignal): Promise<void>
  read(channelId: number, signal: AbortSignal): Promise<Playback>
  /** The connected account, and whether it has to be connected again. */
  findAccount(channelId: number): Promise<{ readonly name: string; readonly needsSignIn: boolean } | undefined>
}
