import type { Measured } from './findings.ts'
import type { Goal } from './goals.ts'
import { median } from './median.ts'

/** The smallest and the largest figure of all rounds. */
export function spreadOf(rounds: readonly number[]): { readonly least: number; readonly most: number } {
  return { least: Math.min(...rounds), most: Math.max(...rounds) }
}

/**
 * The median of the worse half of the rounds. The worse half of n rounds are its ⌈n / 2⌉ worst ones, so that the round in
 * the middle of an odd number belongs to it: of seven rounds, the mean of the second and the third worst.
 */
export function worseHalf(rounds: readonly number[], direction: Goal['direction']): number {
  const worstFirst = rounds.toSorted((a, b) => (direction === 'least' ? a - b : b - a))
  return median(worstFirst.slice(0, Math.ceil(worstFirst.length / 2)))
}

/** A goal is met when the worse half of the rounds meets it: half of the luck of one run is not enough. */
export function verdictOf({ direction, goal, onlyOn }: Goal, measured: Measured | undefined): string {
  if (measured?.problem !== undefined) return measured.problem
  if (measured === undefined || measured.rounds.length === 0) return 'not measured'
  const value = worseHalf(measured.rounds, direction)
  if (direction === 'least' ? value >= goal : value <= goal) return 'met'
  const by = direction === 'least' ? goal / value : value / goal
  const missed = `missed by ${Math.max(1, Math.round((by - 1) * 100))} %`
  return onlyOn === undefined ? missed : `${missed}; only for ${onlyOn}`
}
