import type { BalancerChecks } from './balancer-checks.ts'
import type { TrackedResponse } from './in-flight.ts'
import { closeAfterAnswer } from './node-internals.ts'

const silenceMs = 100
const maxSilenceWaitMs = 2_000

/** The end of a server without a lost request (graceful shutdown). */
export function createDraining(needs: {
  readonly server: { readonly listening: boolean; close(closed: () => void): unknown; closeAllConnections(): void }
  /** The responses that are not finished. */
  readonly inFlight: readonly TrackedResponse[]
  readonly balancerChecks: BalancerChecks
}) {
  const { server, inFlight, balancerChecks } = needs
  let hasBegun = false
  let arrived = 0
  let whenIdle: (() => void) | undefined

  /**
   * Waits until no new requests arrive: closing cuts idle connections, and a request may be in transit on one of them.
   * Who may not wait so long does not wait at all.
   */
  async function waitForSilence(maxMs: number): Promise<void> {
    const rounds = Math.floor(Math.min(maxMs, maxSilenceWaitMs) / silenceMs)
    for (let round = 0; round < rounds; round++) {
      const before = arrived
      // In steps: after one long wait a busy server may not have read anything yet.
      for (let step = 0; step < 4; step++) await new Promise((resolve) => setTimeout(resolve, silenceMs / 4))
      if (arrived === before && balancerChecks.knowsOfDraining()) return
    }
  }

  return {
    hasBegun: (): boolean => hasBegun,

    onRequest(): void {
      arrived++
    },

    /** No response is in flight any more. */
    onIdle: (): void => whenIdle?.(),

    /** Answers every request that was received or is in transit, closes each connection after its answer, then stops. */
    async drain(maxMs: number): Promise<void> {
      hasBegun = true
      balancerChecks.beginDraining()
      if (!server.listening) return
      for (const res of inFlight) closeAfterAnswer(res)
      await waitForSilence(maxMs)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      if (inFlight.length > 0) {
        const idle = new Promise<void>((resolve) => {
          whenIdle = resolve
        })
        await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, maxMs).unref())])
      }
      server.closeAllConnections()
      await closed
    },
  }
}
