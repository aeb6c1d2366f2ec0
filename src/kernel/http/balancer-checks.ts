/** The address that load balancers ask whether this node accepts requests. */
export const readinessPath = '/readyz'
/** Whoever asks more seldom removes the node too late for anybody to wait for it. */
const recentMs = 2_000
/** Load balancers remove a node after the second refusal, at the latest. */
const enoughRefusals = 2

export type BalancerChecks = ReturnType<typeof createBalancerChecks>

/**
 * Whether a load balancer watches this node, and has learned that it shuts down. Until then it sends requests over
 * connections that it keeps open, and one that meets the end of its connection is lost: a pause in the traffic is no sign
 * that no more will come.
 */
export function createBalancerChecks() {
  let lastAt = Number.NEGATIVE_INFINITY
  let refusals = 0
  let isDraining = false
  let isWatched = false
  return {
    note(path: string): void {
      if (path !== readinessPath) return
      lastAt = performance.now()
      if (isDraining) refusals++
    },

    beginDraining(): void {
      isDraining = true
      isWatched = performance.now() - lastAt < recentMs
    },

    knowsOfDraining: (): boolean => !isWatched || refusals >= enoughRefusals,
  }
}
