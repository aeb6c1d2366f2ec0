import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Whatever a person can use; the bar around a save button counts as well. */
const controls =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), .save-bar, .editor-footer'
const gap = 8
/** The height at the foot of the page that is kept free (`shell.css`). */
const room = '--room-below'
const { style } = document.documentElement

let isPressed = false
addEventListener('pointerdown', ({ button }) => (isPressed = button === 0), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true)
let frame = 0

/** In the next frame in which nothing is pressed: a button that moves between press and release gets no click. */
function whenReleased(change: () => void): void {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => (isPressed ? whenReleased(change) : change()))
}

/**
 * A box at the foot of the window covers nothing that can be used: it lies over the page where the page is empty, and
 * where it is not, the page becomes shorter for as long as the box is shown. Above what lies over the page it moves up.
 */
export function useClearOfControls(ref: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || count === 0) return
    let hasRoom = keptRoom() > 0
    const place = () => {
      box.style.transform = ''
      const page = document.querySelector('.page')
      const own = box.getBoundingClientRect()
      const all = [...document.querySelectorAll(controls)].filter((one) => !box.contains(one) && !isInert(one))
      const top = topAbove(
        own,
        all.filter((one) => !page?.contains(one)).map((one) => one.getBoundingClientRect()),
      )
      if (top !== own.top) box.style.transform = `translateY(${top - own.top}px)`
      if (page === null) return
      const visible = page.getBoundingClientRect()
      const taken = new DOMRect(own.left, top, own.width, own.height)
      // Once it is kept it stays, so that nothing jumps while somebody scrolls.
      hasRoom ||= all.some((one) => page.contains(one) && meets(taken, one.getBoundingClientRect(), visible.bottom))
      if (!hasRoom) return
      const kept = keptRoom()
      const wanted = Math.max(0, Math.round(visible.bottom + kept - top + gap))
      if (wanted !== kept) style.setProperty(room, `${wanted}px`)
    }
    const soon = () => whenReleased(place)
    // What still waits would remove the room again.
    cancelAnimationFrame(frame)
    if (isPressed) soon()
    else place()
    // Content scrolls and grows below the messages while they are shown.
    const changes = new MutationObserver((records) => records.some(({ target }) => !box.contains(target)) && soon())
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    return () => {
      changes.disconnect()
      removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
      whenReleased(() => style.removeProperty(room))
    }
  }, [count])
}

function keptRoom(): number {
  return Number.parseFloat(style.getPropertyValue(room)) || 0
}

/** Behind an open dialog nothing can be used, and the dialog itself lies above the messages. */
function isInert(one: Element): boolean {
  return one.closest('dialog') !== null || one.closest('[popover]') !== null
}

/** From the lowest to the highest: each step up may meet the next one. */
function topAbove(own: DOMRect, others: readonly DOMRect[]): number {
  let { top } = own
  for (const other of others.toSorted((a, b) => b.top - a.top)) {
    const moved = new DOMRect(own.left, top, own.width, own.height)
    if (meets(moved, other, innerHeight)) top = other.top - own.height - gap
  }
  return top < 0 ? own.top : top
}

/** What is below `end` is scrolled out of sight. */
function meets(box: DOMRect, other: DOMRect, end: number): boolean {
  if (other.width === 0 || other.height === 0) return false
  const bottom = Math.min(other.bottom, end)
  const isBeside = other.left >= box.right || other.right <= box.left
  return !isBeside && other.top < bottom && other.top < box.bottom + gap && bottom > box.top - gap
}
