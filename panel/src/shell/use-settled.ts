import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** A page that is still not complete after this time is shown as far as it is. */
const maxWaitMs = 3000
const idleFrames = 3

/**
 * Shows a page when the data it opens with has come, so that nothing on it moves while somebody already reads it or
 * aims at a button. Until then its content is laid out but not visible.
 */
export function useSettled(ref: RefObject<HTMLElement | null>, page: unknown): void {
  useLayoutEffect(() => {
    const place = ref.current
    if (place === null) return
    place.dataset.settling = ''
    const began = performance.now()
    let idle = 0
    let frame = requestAnimationFrame(check)
    function check(): void {
      const isBusy = document.documentElement.dataset.calls !== undefined || place?.firstElementChild == null
      idle = isBusy ? 0 : idle + 1
      if (idle < idleFrames && performance.now() - began < maxWaitMs) frame = requestAnimationFrame(check)
      else show()
    }
    function show(): void {
      if (place !== null) delete place.dataset.settling
    }
    // Nothing is drawn in a hidden tab, so there is nothing to wait for either.
    const timer = setTimeout(show, maxWaitMs)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      show()
    }
  }, [page])
}
