import { spotlight } from '../../src/capabilities/effects/contract/effects/spotlight.ts'
import { implementEffect } from '../effect.ts'
import { numberOf } from '../values.ts'

/** Darkens the picture except for a round spot that moves to its place. `x` and `y` may come in the data of a call. */
export const effect = implementEffect(spotlight, ({ element, settings, data, theme, lifeMs }) => {
  const x = numberOf(data.x, 0, 1, settings.x) * 100
  const y = numberOf(data.y, 0, 1, settings.y) * 100
  const radius = settings.size * 50
  const dark = document.createElement('div')
  dark.className = 'spotlight'
  dark.style.setProperty('--radius', `${radius}vh`)
  dark.style.setProperty('--dark', String(settings.darkness))
  element.prepend(dark)
  const place = (left: number, top: number, size = 1) => ({
    transform: `translate(${left}vw, ${top}vh) scale(${size})`,
  })
  const from = x < 50 ? 112 : -12
  const move = {
    duration: 1_100,
    fill: 'forwards' as const,
    easing: theme === 'pixel' ? 'steps(9)' : 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  }
  dark.animate([place(from, 15, 1.35), place(x + (x < 50 ? -2 : 2), y, 1.02), place(x, y)], move)
  const fadeMs = Math.min(500, lifeMs / 3)
  const fade = { duration: lifeMs, fill: 'both' as const }
  const edge = fadeMs / lifeMs
  dark.animate([{ opacity: 0 }, { opacity: 1, offset: edge }, { opacity: 1, offset: 1 - edge }, { opacity: 0 }], fade)
  return () => dark.remove()
})
