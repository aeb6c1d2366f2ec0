/** Calls once a second, right after the second has changed, for as long as somebody wants it and the page is visible. */
export function createTicker(now: () => number) {
  const wanted: Set<() => void> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined

  // What stood still while nobody saw it is drawn at once.
  document.addEventListener('visibilitychange', tick)

  function plan() {
    clearTimeout(timer)
    if (wanted.size > 0 && !document.hidden) timer = setTimeout(tick, 1005 - (now() % 1000))
  }

  function tick() {
    if (!document.hidden) for (const one of [...wanted]) one()
    plan()
  }

  /** The returned function ends it. */
  return (then: () => void): (() => void) => {
    wanted.add(then)
    if (wanted.size === 1) plan()
    return () => {
      wanted.delete(then)
      if (wanted.size === 0) clearTimeout(timer)
    }
  }
}
