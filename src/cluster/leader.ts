import type { Clock } from '../ambient.ts'
import type { Log } from '../log.ts'
import type { Leases } from './leases.ts'
import type { Leader } from './sole-leader.ts'

const renewEveryMs = 1_500
/** A node that dies is replaced after this at the latest. */
const leaseMs = 5_000
const name = 'jobs'

/**
 * Of several nodes one does what must be done once: it holds a lease in the database, which it renews, and which another
 * takes when it runs out. Whether it still holds it is judged by a clock that never jumps, from before it asked.
 */
export function createLeader(needs: { leases: Leases; clock: Clock; log: Log }): Leader {
  const { leases, clock, log } = needs
  let mineUntil = Number.NEGATIVE_INFINITY
  let wasMine = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false

  const isMine = () => clock.steady() < mineUntil

  async function look(onChange: (isMine: boolean) => Promise<void> | void): Promise<void> {
    const askedAt = clock.steady()
    try {
      if (await leases.take(name, leaseMs)) mineUntil = askedAt + leaseMs
    } catch (error) {
      log.warn('the lease of the jobs could not be renewed', { error })
    }
    if (isMine() === wasMine) return
    wasMine = !wasMine
    log.info(wasMine ? 'this node does the jobs' : 'another node does the jobs')
    await onChange(wasMine)
  }

  return {
    isMine,

    async start(onChange) {
      const again = () => {
        looking = look(onChange).catch((error: unknown) => log.error('the jobs could not change hands', { error }))
        void looking.then(() => {
          if (!isClosed) timer = setTimeout(again, renewEveryMs).unref()
        })
      }
      again()
      await looking
    },

    /** The next node need not wait for the lease to run out. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
      mineUntil = Number.NEGATIVE_INFINITY
      await leases.drop(name).catch(() => {})
    },
  }
}
