import { createShares, type Place } from '../../kernel/limits/shares.ts'

/** Runs at once, of all channels together. One channel alone gets half of them. */
const places = 32
/** Runs of one channel that wait for a place; more are dropped. */
const maxWaiting = 500

export type RunQueue = ReturnType<typeof createRunQueue>

/** Starts runs of commands, in turn between the channels. A run gives its place back while it only waits. */
export function createRunQueue() {
  const shares = createShares({ places })
  const running = new Set<Promise<void>>()

  async function run(channelId: number, work: (place: Place) => Promise<void>): Promise<void> {
    const place = shares.placeOf({ channelId })
    await place.enter()
    try {
      await work(place)
    } finally {
      place.leave()
    }
  }

  return {
    /** Does not wait for the run, which must handle its own errors. Returns false if it was dropped. */
    add(channelId: number, work: (place: Place) => Promise<void>): boolean {
      if (shares.waitingOf(channelId) >= maxWaiting) return false
      const done = run(channelId, work).finally(() => running.delete(done))
      running.add(done)
      return true
    },

    /** Resolves when nothing runs or waits. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
