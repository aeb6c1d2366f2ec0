import { shake } from '../../src/capabilities/effects/contract/effects/shake.ts'
import { implementEffect } from '../effect.ts'

const beatMs = 55

/** Shakes what this page shows, with dark edges; the picture behind it belongs to OBS. */
export const effect = implementEffect(shake, ({ element, settings, theme, lifeMs }) => {
  const strength = settings.strength
  const edges = document.createElement('div')
  edges.className = 'impact'
  element.append(edges)
  const beats = Math.max(Math.round(lifeMs / beatMs), 4)
  const moves = Array.from({ length: beats }, (_, index) => {
    const left = (1 - index / beats) ** 2 * strength
    const side = index % 2 === 0 ? 1 : -1
    const x = side * left * (14 + Math.random() * 8)
    const y = -side * left * (6 + Math.random() * 8)
    return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${(side * left * 0.5).toFixed(2)}deg)` }
  })
  const shaken = ['song', 'cards', 'effects'].flatMap((id) => document.getElementById(id) ?? [])
  const easing = theme === 'pixel' ? 'steps(1)' : 'ease-in-out'
  const animations = shaken.map((one) => one.animate([...moves, { transform: 'none' }], { duration: lifeMs, easing }))
  edges.animate([{ opacity: 0 }, { opacity: 0.9, offset: 0.06 }, { opacity: 0 }], {
    duration: lifeMs,
    easing: 'ease-out',
  })
  return () => {
    for (const animation of animations) animation.cancel()
    edges.remove()
  }
})
