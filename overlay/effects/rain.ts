import { rain } from '../../src/capabilities/effects/contract/effects/rain.ts'
import { drift } from '../drawing/drift.ts'
import { clearOf, coloursOf, sprite } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'

export const effect = implementEffect(rain, ({ settings, theme, lifeMs }) => {
  const colours = settings.colors === undefined ? ['#cfe3ff', '#a9c8f5'] : coloursOf(settings.colors, theme)
  return drift({
    pictures: colours.map(drop),
    count: settings.drops * Math.max(lifeMs / 2_500, 1),
    lifeMs,
    inPixels: theme === 'pixel',
    speed: [900, 1500],
    size: [60, 120],
    sway: 0,
    spin: 0,
  })
})

function drop(colour: string) {
  return sprite(96, (pen, size) => {
    const light = pen.createLinearGradient(0, 0, 0, size)
    light.addColorStop(0, clearOf(pen, colour))
    light.addColorStop(1, colour)
    pen.fillStyle = light
    // A faint outline keeps it visible on a bright picture.
    pen.shadowColor = 'rgba(40, 60, 90, 0.6)'
    pen.shadowBlur = 3
    pen.fillRect(size / 2 - 1.5, 0, 3, size)
  })
}
