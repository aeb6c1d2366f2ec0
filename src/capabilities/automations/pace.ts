export type Pace = ReturnType<typeof createPace>

/**
 * Lets some pieces of work begin at a time (a semaphore). A thousand runs that wake up together then share the database
 * with everybody else, instead of filling its queue at once. Those who wait take turns (round-robin), so that one with
 * much work does not hold up another with little. Work that takes long, such as a call to a platform, makes room for
 * others after `longestMs`.
 */
export function createPace({ atOnce, longestMs }: { readonly atOnce: number; readonly longestMs: number }) {
  /** By who waits; the one whose turn is next is first. */
  const waiting = new Map<string, (() => void)[]>()
  let busy = 0

  function wait(who: string): Promise<void> {
    return new Promise((resolve) => {
      const own = waiting.get(who)
      if (own === undefined) waiting.set(who, [resolve])
      else own.push(resolve)
    })
  }

  function leave(): void {
    const [first] = waiting
    if (first === undefined) {
      busy--
      return
    }
    const [who, own] = first
    const next = own.shift()
    waiting.delete(who)
    if (own.length > 0) waiting.set(who, own)
    next?.()
  }

  return {
    /** Resolves when it is this work's turn, with what to call at its end. */
    async enter(who: string): Promise<() => void> {
      if (busy < atOnce) busy++
      else await wait(who)
      let isInside = true
      const end = () => {
        clearTimeout(timer)
        if (isInside) leave()
        isInside = false
      }
      const timer = setTimeout(end, longestMs).unref()
      return end
    },
  }
}

/** Automations take turns. */
export function turnOf(channelId: number, id: number): string {
  return `${channelId}:${id}`
}
