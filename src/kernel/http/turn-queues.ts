import type { CallerRank } from './caller-ranks.ts'
import type { TrackedResponse } from './in-flight.ts'

/** How often waiting requests are checked while no more may start. */
const fullCheckMs = 50

/** Requests that wait by rank. In each turn of the event loop a few of each rank start, as far as there is room. */
export function createTurnQueues(needs: {
  /** Of each queue. */
  readonly perTurn: number
  readonly waitMs: number
  /** Whether no more requests may start. */
  readonly isFull: () => boolean
  /** The request starts now, or is too late. */
  readonly leave: (res: TrackedResponse, isLate: boolean) => void
}) {
  const { perTurn, waitMs, leave } = needs
  const queues = [createQueue(), createQueue(), createQueue()] as const
  let scheduled: NodeJS.Immediate | NodeJS.Timeout | undefined
  let isFull = false

  function schedule(): void {
    if (scheduled !== undefined) return
    isFull = needs.isFull()
    scheduled = isFull ? setTimeout(startWaiting, fullCheckMs) : setImmediate(startWaiting)
  }

  function startWaiting(): void {
    scheduled = undefined
    const now = performance.now()
    for (const queue of queues) {
      for (let left = perTurn; left > 0; left--) {
        const res = queue.peek()
        if (res === undefined) break
        const isLate = now - res.waitingSince > waitMs
        if (needs.isFull() && !isLate) break
        queue.shift()
        if (res.stage === 'queued') leave(res, isLate)
      }
    }
    if (queues.some((queue) => queue.peek() !== undefined)) schedule()
  }

  return {
    add(res: TrackedResponse, rank: CallerRank): void {
      res.stage = 'queued'
      res.waitingSince = performance.now()
      queues[rank].push(res)
      schedule()
    },

    /** A request ended: those that waited because there were too many need not wait for the next check. */
    onRoom(): void {
      if (!isFull || scheduled === undefined || needs.isFull()) return
      clearTimeout(scheduled as NodeJS.Timeout)
      scheduled = undefined
      schedule()
    },
  }
}

/** First in, first out, without moving the entries for each removal. */
function createQueue() {
  let entries: TrackedResponse[] = []
  let first = 0
  return {
    push: (res: TrackedResponse) => void entries.push(res),
    peek: (): TrackedResponse | undefined => entries[first],
    shift(): void {
      first++
      if (first < 1024 && first < entries.length) return
      entries = entries.slice(first)
      first = 0
    },
  }
}
