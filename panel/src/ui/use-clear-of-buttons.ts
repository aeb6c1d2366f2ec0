import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** What saves or submits something; the bar around a save button counts as well. */
const savers = '.save-bar, .editor-footer, [type=submit], .button.primary'
const gap = 8

/** Moves a box at the foot of the window upwards, until it covers no button that saves something. */
export function useClearOfButtons(ref: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || count === 0) return
    let frame = 0
    const place = () => {
      box.style.transform = ''
      const own = box.getBoundingClientRect()
      let top = own.top
      const others = [...document.querySelectorAll(savers)]
        .filter((one) => !box.contains(one))
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, left, right }) => width > 0 && left < own.right && right > own.left)
        .sort((a, b) => b.top - a.top)
      // From the lowest to the highest: each step up may meet the next one.
      for (const other of others) {
        if (other.top < top + own.height + gap && other.bottom > top - gap) top = other.top - own.height - gap
      }
      box.style.transform = top === own.top || top < 0 ? '' : `translateY(${top - own.top}px)`
    }
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    place()
    // Content scrolls and grows below the messages while they are shown.
    const changes = new MutationObserver((records) => records.some(({ target }) => !box.contains(target)) && soon())
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
    }
  }, [count])
}
