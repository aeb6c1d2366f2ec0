import { createLanes } from './lanes.ts'

/** Whose work it is: of a channel, and within it for example of one automation. */
export interface Turn {
  readonly channelId: number
  /** Lanes of one channel take turns as well. */
  readonly lane?: string | number | undefined
}

/** A place for one piece of work. */
export interface Place {
  /** Waits for the turn of this work. Rejects with the reason of the signal when the wait is called off. */
  enter(signal?: AbortSignal): Promise<void>
  leave(): void
  /** Gives the place back while the work only waits, and takes one again afterwards. */
  away<T>(wait: () => Promise<T>): Promise<T>
}

export type Shares = ReturnType<typeof createShares>

/**
 * Lets a limited number of pieces of work run at a time (a semaphore), shared by channels. Channels that wait take turns
 * (round robin), so that one with much work does not hold up another with little.
 *
 * Where work may take long, a channel takes no more places than it leaves free (dynamic thresholds, Choudhury and Hahne
 * 1998): one channel alone gets half of them, two get a third each, and whoever comes next finds one at once. With
 * `longestMs` work makes room after that time, so that places become free soon and one channel may take all of them.
 */
export function createShares(limits: {
  /** Of all channels together. */
  readonly places: number
  /** Of one channel at most, however many are free. */
  readonly perChannel?: number
  /** Work that takes longer, such as a call to a platform, makes room for others. */
  readonly longestMs?: number
}) {
  const { places, perChannel = places, longestMs } = limits
  const held = new Map<number, number>()
  /** By channel; the one whose turn is next is first. */
  const waiting = new Map<number, ReturnType<typeof createLanes<() => void>>>()
  let busy = 0

  const heldBy = (channelId: number): number => held.get(channelId) ?? 0

  function hasRoom(channelId: number): boolean {
    const free = places - busy
    if (free <= 0) return false
    const own = heldBy(channelId)
    return own < perChannel && (longestMs !== undefined || own < free)
  }

  /** Returns how to give the place back, which may be called more than once. */
  function take(channelId: number): () => void {
    busy++
    held.set(channelId, heldBy(channelId) + 1)
    let isHeld = true
    const giveBack = () => {
      if (!isHeld) return
      isHeld = false
      clearTimeout(timer)
      busy--
      const left = heldBy(channelId) - 1
      if (left === 0) held.delete(channelId)
      else held.set(channelId, left)
      startWaiting()
    }
    const timer = longestMs === undefined ? undefined : setTimeout(giveBack, longestMs).unref()
    return giveBack
  }

  function startWaiting(): void {
    for (const [channelId, queue] of waiting) {
      if (!hasRoom(channelId)) continue
      waiting.delete(channelId)
      const start = queue.take()
      // Moves the channel to the end: a Map keeps insertion order, and this loop comes to it again.
      if (queue.size() > 0) waiting.set(channelId, queue)
      start?.()
    }
  }

  async function wait({ channelId, lane = '' }: Turn, signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted()
    if (!waiting.has(channelId) && hasRoom(channelId)) return take(channelId)
    return new Promise((resolve, reject) => {
      const queue = waiting.get(channelId) ?? createLanes<() => void>()
      waiting.set(channelId, queue)
      const start = () => {
        signal?.removeEventListener('abort', onAbort)
        resolve(take(channelId))
      }
      const onAbort = () => {
        queue.remove(String(lane), start)
        if (queue.size() === 0 && waiting.get(channelId) === queue) waiting.delete(channelId)
        reject(signal?.reason)
      }
      queue.add(String(lane), start)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  return {
    /** Whether work of this channel may begin now. */
    hasRoom,

    /** Takes a place whether or not there is room. Returns how to give it back. */
    take,

    /** A place that is not taken yet. */
    placeOf(turn: Turn): Place {
      let giveBack: (() => void) | undefined
      async function enter(signal?: AbortSignal): Promise<void> {
        leave()
        giveBack = await wait(turn, signal)
      }
      function leave(): void {
        giveBack?.()
        giveBack = undefined
      }
      return {
        enter,
        leave,
        async away(work) {
          const isInside = giveBack !== undefined
          leave()
          const result = await work()
          if (isInside) await enter()
          return result
        },
      }
    },

    /** How many places are taken by all channels. */
    taken: (): number => busy,

    /** How much of this channel waits for a place. */
    waitingOf: (channelId: number): number => waiting.get(channelId)?.size() ?? 0,
  }
}
