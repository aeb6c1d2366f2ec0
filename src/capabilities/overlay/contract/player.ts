/** What is played, and where in it. */
export interface Song {
  readonly id: number
  readonly title: string
  readonly artist: string
  readonly source: string
  readonly seconds: number
  /**
   * The file that the page plays, of this server or at an https address; it must answer range requests. Without it the
   * song is shown but not heard.
   */
  readonly url?: string
  /** The viewer who requested it. */
  readonly requestedBy?: string
}

export interface PlayerState {
  readonly playing: boolean
  readonly song: Song | null
  readonly positionMs: number
}
