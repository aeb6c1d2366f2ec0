/** What a platform says about a video that can be played elsewhere in its own player. */
export interface VideoFacts {
  readonly title: string
  /** The name of the channel that it is on. */
  readonly channel: string
  /** 0 where there is no length, as of a live stream. */
  readonly seconds: number
  readonly isEmbeddable: boolean
  readonly isAgeRestricted: boolean
  /** A live stream, or a premiere that has not begun. */
  readonly isLive: boolean
}
