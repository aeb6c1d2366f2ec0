import { Failure } from '../contract/failures.ts'

/** An order names every one, once: with half of them nobody could tell where the others go. */
export function requireEachOnce<T>(path: string, given: readonly T[], all: readonly T[]): void {
  const wanted = new Set(given)
  const isWhole = wanted.size === given.length && given.length === all.length && all.every((one) => wanted.has(one))
  if (isWhole) return
  throw new Failure('invalid_parameter', {
    message: `${path} must name each of the ${all.length} that there are, once.`,
  })
}
