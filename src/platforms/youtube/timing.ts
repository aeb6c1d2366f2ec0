const secondMs = 1_000
const minuteMs = 60 * secondMs

/** How often YouTube is looked at: every look costs units of the day. */
export interface YouTubeTiming {
  /** How long a broadcast that was found counts as the one on air. */
  readonly broadcastMs: number
  /** How long a channel that was found off air is not looked at again. */
  readonly offAirMs: number
  /** How long viewers and title of a live broadcast count as fresh. */
  readonly figuresMs: number
  /** How long what seldom changes does: subscribers, and the last title of a channel that is off air. */
  readonly seldomMs: number
  /** The shortest time from one look at the chat to the next. */
  readonly chatMs: number
  /** What is left of the day's units is made to last this long. */
  readonly spreadMs: number
  /** After this a slower chat is told as such. */
  readonly slowMs: number
  /** A gift that nobody raised for so long is whole. */
  readonly comboMs: number
  /** How long the chat is asked for after its stream did not work. */
  readonly pollingMs: number
  /** Until the stream of the chat shows a first sign of life. */
  readonly streamOpenMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
}

export const defaultTiming: YouTubeTiming = {
  broadcastMs: 5 * minuteMs,
  offAirMs: 3 * minuteMs,
  figuresMs: 45 * secondMs,
  seldomMs: 30 * minuteMs,
  chatMs: 5 * secondMs,
  spreadMs: 4 * 60 * minuteMs,
  slowMs: 20 * secondMs,
  comboMs: 8 * secondMs,
  pollingMs: 15 * minuteMs,
  streamOpenMs: 15 * secondMs,
  firstRetryMs: 2 * secondMs,
  longestRetryMs: 5 * minuteMs,
}
