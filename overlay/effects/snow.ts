import { snow } from '../../src/capabilities/effects/contract/effects/snow.ts'
import { drift } from '../drawing/drift.ts'
import { clearOf, coloursOf, sprite } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'

export const effect = implementEffect(snow, ({ settings, theme, lifeMs }) => {
  const defaults = theme === 'neon' ? ['#e8fbff', '#bff6ff'] : ['#ffffff', '#eef4ff']
  const colours = settings.colors === undefined ? defaults : coloursOf(settings.colors, theme)
  return drift({
    pictures: colours.flatMap((colour) => [flake(colour), star(colour)]),
    count: settings.flakes,
    lifeMs,
    inPixels: theme === 'pixel',
    speed: [80, 250],
    size: theme === 'pixel' ? [8, 26] : [7, 36],
    sway: 34,
    spin: 0.9,
    fade: 1.2,
    isFilled: true,
  })
})

/** A soft round flake, out of focus. */
function flake(colour: string) {
  return sprite(48, (pen, size) => {
    const light = pen.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2)
    light.addColorStop(0, colour)
    light.addColorStop(0.45, colour)
    light.addColorStop(1, clearOf(pen, colour))
    pen.fillStyle = light
    // A faint outline keeps it visible on a bright picture.
    pen.shadowColor = 'rgba(40, 60, 90, 0.55)'
    pen.shadowBlur = 5
    pen.beginPath()
    pen.arc(size / 2, size / 2, size / 2 - 5, 0, 6.3)
    pen.fill()
  })
}

function star(colour: string) {
  return sprite(64, (pen, size) => {
    pen.translate(size / 2, size / 2)
    pen.strokeStyle = colour
    pen.lineWidth = 4
    pen.lineCap = 'round'
    pen.shadowColor = 'rgba(40, 60, 90, 0.5)'
    pen.shadowBlur = 3
    for (let arm = 0; arm < 6; arm++) {
      pen.beginPath()
      pen.moveTo(0, 0)
      pen.lineTo(0, -26)
      pen.moveTo(-7, -20)
      pen.lineTo(0, -13)
      pen.lineTo(7, -20)
      pen.stroke()
      pen.rotate(Math.PI / 3)
    }
  })
}
