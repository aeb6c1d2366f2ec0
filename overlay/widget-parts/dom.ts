// Small helpers to draw with. Everything that came from somebody is set as text, never as markup.

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text?: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.className = className
  if (text !== undefined) {
    // Isolates the writing direction of the text.
    made.dir = 'auto'
    made.textContent = text
  }
  return made
}

/** Returns whether it was another text before. */
export function setText(node: HTMLElement, text: string): boolean {
  if (node.textContent === text) return false
  node.dir = 'auto'
  node.textContent = text
  return true
}

const decelerating = 'cubic-bezier(0.16, 1, 0.3, 1)'

/** Pixel art moves in steps. */
function easingOf(node: HTMLElement) {
  return node.closest('[data-look="pixel"]') === null ? decelerating : 'steps(4, end)'
}

/** The thing that changed rises into its place. */
export function rise(node: HTMLElement) {
  node.animate(
    { transform: ['translateY(0.35em)', 'none'], opacity: [0, 1] },
    { duration: 400, easing: easingOf(node) },
  )
}

/** A number that changed grows for a moment. */
export function bump(node: HTMLElement) {
  node.animate({ transform: ['scale(1.14)', 'none'] }, { duration: 450, easing: easingOf(node) })
}

/** Removes a part after it has faded. */
export function fadeOut(node: HTMLElement) {
  if (node.dataset.leaving !== undefined) return
  node.dataset.leaving = ''
  const fading = node.animate({ opacity: [1, 0] }, { duration: 250, easing: 'ease-in', fill: 'forwards' })
  fading.onfinish = () => node.remove()
}

/** A figure that changes more often is not read, and each change draws its letters again. */
const countEveryMs = 48

/**
 * Counts from what is shown to another number within half a second, then rests. Returns how to end it.
 */
export function countTo(from: number, to: number, show: (value: number) => void): () => void {
  const begin = performance.now()
  let handle = 0
  let shownAt = 0
  const step = (at: number) => {
    const gone = Math.min(Math.max((at - begin) / 600, 0), 1)
    const eased = 1 - (1 - gone) ** 3
    if (gone === 1) show(to)
    else if (at - shownAt >= countEveryMs) {
      shownAt = at
      show(from + (to - from) * eased)
    }
    if (gone < 1) handle = requestAnimationFrame(step)
  }
  handle = requestAnimationFrame(step)
  return () => cancelAnimationFrame(handle)
}

/** A picture that takes no room when it cannot be loaded, with its name in its place. */
export function picture(url: string, className: string, name: string): HTMLElement {
  const image = make('img', className)
  image.alt = name
  image.decoding = 'async'
  image.referrerPolicy = 'no-referrer'
  image.onerror = () => image.replaceWith(make('span', 'missing', name))
  image.src = url
  return image
}
