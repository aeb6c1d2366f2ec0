/** Whose data it is: every row, call and event belongs to one channel. */
export interface Channel {
  readonly id: number
  readonly name: string
  readonly timeZone: string
  /** The channel that test keys act on, where nothing reaches a real platform. */
  readonly isTestChannel: boolean
  /** Of a test channel: the channel it belongs to. Of any other: its own id. */
  readonly ownerId: number
}
