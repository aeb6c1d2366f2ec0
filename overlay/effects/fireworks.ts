import { fireworks } from '../../src/capabilities/effects/contract/effects/fireworks.ts'
import { animate } from '../drawing/canvas.ts'
import { between, coloursOf, glow, pick } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'
export type Spark = {
  x: number
  y: number
  speedX: number
  speedY: number
  age: number
  life: number
  colour: string
  size: number
}

const maxSparks = 800
const gravity = 190

/** Rockets rise from below and burst in the upper half; sparks leave a short trail and sink. */
export const effect = implementEffect(fireworks, ({ settings, theme, lifeMs }) => {
  const colours = coloursOf(settings.colors, theme)
  const lights = new Map(colours.map((colour) => [colour, glow(colour, 48)]))
  const rockets = settings.rockets
  const life = lifeMs / 1000
  // The last burst has time to fade.
  const gap = Math.max(life - 2.4, 0.4) / rockets
  let rising: (Spark & { burstY: number })[] = []
  let sparks: Spark[] = []
  let age = 0
  let launched = 0

  function burst({ x, y, colour }: Spark, quality: number) {
    const second = pick(colours)
    const isRing = Math.random() < 0.35
    const reach = between(520, 860)
    const count = Math.min(Math.round(110 * quality), maxSparks - sparks.length)
    for (let index = 0; index < count; index++) {
      const angle = (index / count) * 6.283 + between(-0.05, 0.05)
      const speed = reach * (isRing ? between(0.92, 1) : Math.sqrt(Math.random()) + 0.08)
      sparks.push({
        x,
        y,
        speedX: Math.cos(angle) * speed,
        speedY: Math.sin(angle) * speed,
        age: 0,
        life: between(1.1, 1.9),
        colour: index % 3 === 0 ? second : colour,
        size: between(8, 15),
      })
    }
  }

  return animate(
    {
      step(seconds, { width, quality }) {
        age += seconds
        if (launched < rockets && age >= launched * gap) {
          launched++
          const colour = pick(colours)
          const x = between(0.12, 0.88) * width
          const burstY = between(140, 470)
          const speedY = -Math.sqrt(2 * 700 * (1090 - burstY)) * 0.98
          rising.push({ x, y: 1090, speedX: between(-60, 60), speedY, age: 0, life: 9, colour, size: 16, burstY })
        }
        for (const one of rising) {
          one.speedY += 700 * seconds
          one.x += one.speedX * seconds
          one.y += one.speedY * seconds
          if (one.speedY > -90 || one.y < one.burstY) {
            one.life = 0
            burst(one, quality)
          }
        }
        rising = rising.filter((one) => one.life > 0)
        for (const one of sparks) {
          const slow = Math.exp(-1.9 * seconds)
          one.age += seconds
          one.speedX *= slow
          one.speedY = one.speedY * slow + gravity * seconds
          one.x += one.speedX * seconds
          one.y += one.speedY * seconds
        }
        sparks = sparks.filter((one) => one.age < one.life)
      },

      draw(pen) {
        const unit = pen.canvas.height / 1080
        pen.setTransform(unit, 0, 0, unit, 0, 0)
        pen.globalCompositeOperation = 'lighter'
        pen.lineCap = 'round'
        for (const { x, y, speedX, speedY, age, life, colour, size } of [...rising, ...sparks]) {
          const left = 1 - age / life
          // Sparks flicker before they go out.
          const shine = left < 0.35 ? left * between(1.4, 2.8) : 1
          pen.globalAlpha = Math.min(shine, 1)
          pen.strokeStyle = colour
          pen.lineWidth = 1.5 + 2 * left
          pen.beginPath()
          pen.moveTo(x, y)
          pen.lineTo(x - speedX * 0.07, y - speedY * 0.07)
          pen.stroke()
          const light = lights.get(colour)
          const reach = size * (0.6 + left)
          if (light !== undefined) pen.drawImage(light, x - reach, y - reach, reach * 2, reach * 2)
        }
      },
    },
    theme === 'pixel',
  )
})
