import type { Clock } from '../kernel/ambient.ts'
import type { Log } from '../kernel/log.ts'
import type { Leases } from './leases.ts'
import type { Leader } from './sole-leader.ts'

const renewEveryMs = 1_500
/** A node that crashes is replaced after this time at the latest. */
const leaseMs = 5_000
const name = 'jobs'

/**
 * Leader election by a lease in the database: one node renews it and runs the jobs, and another takes it over when it
 * expires. Expiry is measured by the monotonic clock, from before the renewal was sent.
 */
export function createLeader(needs: { leases: Leases; clock: Clock; log: Log }): Leader {
  const { leases, clock, log } = needs
  let mineUntil = Number.NEGATIVE_INFINITY
  let wasMine = false
  let timer: NodeJS.Timeout | undefined
  let renewing: Promise<void> = Promise.resolve()
  let isClosed = false

  const isMine = () => clock.steady() < mineUntil

  async function renew(onChange: (isMine: boolean) => Promise<void> | void): Promise<void> {
    const requestedAt = clock.steady()
    try {
      if (await leases.take(name, leaseMs)) mineUntil = requestedAt + leaseMs
    } catch (error) {
      log.warn('the lease for the jobs could not be renewed', { error })
    }
    if (isMine() === wasMine) return
    wasMine = !wasMine
    log.info(wasMine ? 'this node runs the jobs' : 'another node runs the jobs')
    await onChange(wasMine)
  }

  return {
    isMine,

    async start(onChange) {
      const again = () => {
        renewing = renew(onChange).catch((error: unknown) =>
          log.error('the jobs could not be started or stopped', { error }),
        )
        void renewing.then(() => {
          if (!isClosed) timer = setTimeout(again, renewEveryMs).unref()
        })
      }
      again()
      await renewing
    },

    /** Releases the lease, so that the next node need not wait until it expires. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await renewing
      mineUntil = Number.NEGATIVE_INFINITY
      await leases.drop(name).catch(() => {})
    },
  }
}
