import { Failure } from '../../kernel/operation/contract/failures.ts'
import { overlayErrors } from './contract/messages.ts'

/** An order must name every item exactly once; otherwise the position of the others is undefined. */
export function requireEachOnce<T>(path: string, given: readonly T[], all: readonly T[]): void {
  const wanted = new Set(given)
  const isWhole = wanted.size === given.length && given.length === all.length && all.every((one) => wanted.has(one))
  if (isWhole) return
  throw new Failure('invalid_parameter', {
    message: overlayErrors.wholeOrder.of({ path, count: all.length }),
  })
}
