import type { TrackedResponse } from './in-flight.ts'

/** How long a caller that was refused counts as one that causes load. */
const refusedForMs = 1000
const maxRefusedCallers = 10_000

/** Known callers, callers that nothing is known about, and callers that cause the load. */
export type CallerRank = 0 | 1 | 2

/** Who waits first under load. Remembers callers that were refused a moment ago. */
export function createCallerRanks(isKnown: (res: TrackedResponse) => boolean) {
  const refusedAt = new Map<string, number>()

  return {
    /** Which queue a request waits in. A known caller that was not refused a moment ago does not wait under load. */
    rankOf(res: TrackedResponse): CallerRank {
      const { origin, req } = res
      if (origin !== undefined && origin.refusals > 0) return 2
      const { authorization } = req.headers
      const refused = authorization === undefined ? undefined : refusedAt.get(authorization)
      if (refused !== undefined && performance.now() - refused < refusedForMs) return 2
      return isKnown(res) ? 0 : 1
    },

    noteAnswer(res: TrackedResponse, connection: { refusals: number }): void {
      const isRefused = res.statusCode === 429 || res.statusCode === 401
      if (!isRefused) {
        connection.refusals = 0
        return
      }
      connection.refusals++
      const { authorization } = res.req.headers
      if (authorization === undefined) return
      if (refusedAt.size >= maxRefusedCallers) refusedAt.clear()
      refusedAt.set(authorization, performance.now())
    },
  }
}
