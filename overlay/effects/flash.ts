import { flash } from '../../src/capabilities/effects/contract/effects/flash.ts'

import { implementEffect } from '../effect.ts'

/**
 * Fewer than three flashes in any second, over all flash effects together (WCAG 2.3.1), each soft, and brightest at the
 * edges, so that little of the picture changes much. This cannot be changed by a setting.
 */
const leastGapMs = 520
const riseMs = 110
const fallMs = 380

/** When the last flash was planned and when it was drawn: after a stall, several planned flashes are late at once. */
let lastPlannedAt = Number.NEGATIVE_INFINITY
let lastSeenAt = Number.NEGATIVE_INFINITY

export const effect = implementEffect(flash, ({ element, settings, theme, lifeMs, timers }) => {
  const light = document.createElement('div')
  light.className = 'flash'
  light.style.setProperty('--flash', calmColour(settings.color, theme))
  element.append(light)
  const flashes = settings.flashes
  const endsAt = performance.now() + lifeMs
  const cancels: (() => void)[] = []
  for (let index = 0; index < flashes; index++) {
    const at = Math.max(performance.now(), lastPlannedAt + leastGapMs)
    if (at + riseMs + fallMs > endsAt) break
    lastPlannedAt = at
    cancels.push(timers.after(at - performance.now(), () => flashOnce(light)))
  }
  return () => {
    for (const cancel of cancels) cancel()
    light.remove()
  }
})

function flashOnce(light: HTMLElement) {
  const now = performance.now()
  // A little less than the gap, because timers are not exact: three flashes still take more than a second.
  if (now - lastSeenAt < leastGapMs - 15) return
  lastSeenAt = now
  const duration = riseMs + fallMs
  light.animate([{ opacity: 0 }, { opacity: 1, offset: riseMs / duration }, { opacity: 0 }], {
    duration,
    easing: 'ease-out',
  })
}

/** Saturated red is the most harmful colour, so it is mixed with white. */
function calmColour(given: unknown, theme: string) {
  const defaultColour = theme === 'neon' ? '#9ff4ff' : '#fff1d6'
  const wanted = typeof given === 'string' && CSS.supports('color', given) ? given : defaultColour
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return defaultColour
  pen.fillStyle = wanted
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
  const isRed = red / Math.max(red + green + blue, 1) >= 0.6
  return isRed
    ? `rgb(255, ${Math.round((green + 255) / 2)}, ${Math.round((blue + 255) / 2)})`
    : `rgb(${red}, ${green}, ${blue})`
}
