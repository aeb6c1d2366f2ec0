const secondMs = 1_000
const minuteMs = 60 * secondMs

/** Intervals of calls to YouTube: every call costs daily quota. */
export interface YouTubeTiming {
  /** How long a live broadcast is cached. */
  readonly broadcastMs: number
  /** How long an offline channel is not checked again. */
  readonly offAirMs: number
  /** How long viewers and title of a live broadcast are cached. */
  readonly figuresMs: number
  /** How long rarely changing values are cached: subscribers, and the last title of an offline channel. */
  readonly seldomMs: number
  /** How often the newest subscribers are read. */
  readonly subscribersMs: number
  /** The shortest interval between two reads of the chat. */
  readonly chatMs: number
  /** The remaining quota is spread over this time. */
  readonly spreadMs: number
  /** A longer polling interval is shown as `limited`. */
  readonly slowMs: number
  /** A repeated gift is complete when its count has not grown for this long. */
  readonly comboMs: number
  /** How long the chat is polled after its stream failed. */
  readonly pollingMs: number
  /** The time limit for the first data of the chat stream. */
  readonly streamOpenMs: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
}

export const defaultTiming: YouTubeTiming = {
  broadcastMs: 5 * minuteMs,
  offAirMs: 3 * minuteMs,
  figuresMs: 45 * secondMs,
  seldomMs: 30 * minuteMs,
  subscribersMs: 5 * minuteMs,
  chatMs: 5 * secondMs,
  spreadMs: 4 * 60 * minuteMs,
  slowMs: 20 * secondMs,
  comboMs: 8 * secondMs,
  pollingMs: 15 * minuteMs,
  streamOpenMs: 15 * secondMs,
  firstRetryMs: 2 * secondMs,
  longestRetryMs: 5 * minuteMs,
}
