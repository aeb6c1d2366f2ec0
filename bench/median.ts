export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Each round beside the same round of what it is compared with. */
export function ratios(own: readonly number[], base: readonly number[]): number[] {
  return own.map((value, round) => value / (base[round] ?? Number.NaN))
}

/** As `ratios`, for shares and percentages. */
export function differences(own: readonly number[], base: readonly number[]): number[] {
  return own.map((value, round) => value - (base[round] ?? Number.NaN))
}
