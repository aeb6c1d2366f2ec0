import { hearts } from '../../src/capabilities/effects/contract/effects/hearts.ts'
import { drift } from '../drawing/drift.ts'
import { coloursOf, sprite } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'

const reds = {
  clean: ['#f4636b', '#ef4b6c', '#ff8f93'],
  neon: ['#ff3d9a', '#ff6fb5', '#b48cff'],
  pixel: ['#b13e53', '#ef7d57', '#ff6f91'],
}

export const effect = implementEffect(hearts, ({ settings, theme, lifeMs }) => {
  const colours = settings.colors === undefined ? reds[theme] : coloursOf(settings.colors, theme)
  return drift({
    pictures: colours.map((colour) => heart(colour, theme === 'neon')),
    count: settings.pieces,
    lifeMs,
    inPixels: theme === 'pixel',
    speed: [210, 420],
    size: [44, 110],
    sway: 46,
    spin: 0.25,
    isRising: true,
  })
})

function heart(colour: string, isLit: boolean) {
  return sprite(128, (pen) => {
    pen.translate(64, 64)
    pen.scale(0.78, 0.78)
    const shape = new Path2D(
      'M0 54 C-70 4 -58 -54 -26 -54 C-10 -54 0 -42 0 -32 C0 -42 10 -54 26 -54 C58 -54 70 4 0 54 Z',
    )
    if (isLit) {
      pen.shadowColor = colour
      pen.shadowBlur = 22
      pen.strokeStyle = colour
      pen.lineWidth = 9
      pen.stroke(shape)
      pen.globalAlpha = 0.25
      pen.fillStyle = colour
      pen.fill(shape)
      return
    }
    const light = pen.createLinearGradient(0, -54, 0, 60)
    light.addColorStop(0, colour)
    light.addColorStop(1, 'rgba(120, 12, 48, 0.4)')
    pen.fillStyle = colour
    pen.fill(shape)
    pen.globalCompositeOperation = 'source-atop'
    pen.fillStyle = light
    pen.fill(shape)
    pen.fillStyle = 'rgba(255, 255, 255, 0.5)'
    pen.beginPath()
    pen.ellipse(-27, -29, 11, 16, 0.6, 0, 6.3)
    pen.fill()
  })
}
