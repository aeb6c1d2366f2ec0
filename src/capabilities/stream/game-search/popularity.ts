export const MAX_POPULARITY = 6

/** Points for the popularity rank: 6 for the first, less with each power of ten, 0 if unknown. */
export function popularityPoints(rank: number | null): number {
  if (rank === null) return 0
  const points = MAX_POPULARITY - STEEPNESS * Math.log10(Math.max(1, rank))
  return Math.max(LEAST_WHEN_KNOWN, points)
}

const STEEPNESS = 1.4
const LEAST_WHEN_KNOWN = 0.5
