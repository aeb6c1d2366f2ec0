export type Pace = ReturnType<typeof createPace>

/**
 * Lets some pieces of work begin at a time, in the order in which they came (a semaphore). A thousand runs that wake up
 * together then share the database with everybody else, instead of filling its queue at once. Work that takes long, such
 * as a call to a platform, makes room for others after `longestMs`, so that it holds nobody up.
 */
export function createPace({ atOnce, longestMs }: { readonly atOnce: number; readonly longestMs: number }) {
  const waiting: (() => void)[] = []
  let busy = 0

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) busy--
    else next()
  }

  return {
    /** Resolves when it is this work's turn, with what to call at its end. */
    async enter(): Promise<() => void> {
      if (busy < atOnce) busy++
      else await new Promise<void>((resolve) => void waiting.push(resolve))
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
