export interface RetryTimings {
  readonly firstRetryMs: number
  readonly longestRetryMs: number
}

/** The pause after so many failures in a row: it doubles (exponential backoff) and is shortened at random (jitter). */
export function backoffMs(
  failures: number,
  { firstRetryMs, longestRetryMs }: RetryTimings,
  random: () => number = Math.random,
): number {
  return Math.min(firstRetryMs * 2 ** failures, longestRetryMs) * (0.5 + random() / 2)
}
