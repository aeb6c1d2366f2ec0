import { Failure } from '../kernel/operation/contract/failures.ts'

/**
 * What was tried on several platforms: one success is enough. Without any, the failure of the first platform that could
 * have done it is thrown: it says more than that of a platform that never can.
 */
export function requireAny<O extends { readonly failure?: Failure | undefined }>(outcomes: readonly O[]): readonly O[] {
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  if (failures.length < outcomes.length) return outcomes
  const first = failures.find(({ code }) => code !== 'invalid_parameter') ?? failures[0]
  if (first === undefined) return outcomes
  throw new Failure(first.code, {
    message: first.text,
    cause: first.cause,
    retryAfterSeconds: first.retryAfterSeconds,
    mayHaveHappened: failures.some(({ mayHaveHappened }) => mayHaveHappened),
  })
}
