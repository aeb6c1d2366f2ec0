/** A song as a music service tells it. */
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

/** Music that plays somewhere else, in the broadcaster's account with a service. Trouble is a `Failure`. */
export interface MusicBackEnd {
  /** What people call it. */
  readonly title: string
  start(channelId: number, signal: AbortSignal): Promise<void>
  pause(channelId: number, signal: AbortSignal): Promise<void>
  skip(channelId: number, signal: AbortSignal): Promise<void>
  read(channelId: number, signal: AbortSignal): Promise<Playback>
  /** Whose account it is, and whether it has to be connected again. */
  findAccount(channelId: number): Promise<{ readonly name: string; readonly needsSignIn: boolean } | undefined>
}
