import { confetti } from '../../src/capabilities/effects/contract/effects/confetti.ts'
import { animate, transformTo } from '../drawing/canvas.ts'
import { between, coloursOf, pick } from '../drawing/sprites.ts'

import { implementEffect } from '../effect.ts'

const gravity = 640
const volleys = [0, 0.1, 0.26]

/** Two cannons in the lower corners, three volleys, and paper from above; each piece flutters. */
export const effect = implementEffect(confetti, ({ settings, theme, lifeMs }) => {
  const colours = coloursOf(settings.colors, theme)
  const pieces = settings.pieces
  const life = lifeMs / 1000
  let flying: ReturnType<typeof piece>[] = []
  let age = 0
  let fired = 0

  function shot(x: number, direction: number) {
    const aim = between(0.7, 1.3)
    const speed = between(1100, 2700)
    return piece(x, 1090, Math.cos(aim) * speed * direction, -Math.sin(aim) * speed)
  }

  function piece(x: number, y: number, speedX: number, speedY: number) {
    return {
      x,
      y,
      speedX,
      speedY,
      width: between(13, 23),
      height: between(20, 36),
      turn: between(0, 6.3),
      spin: between(-4, 4),
      tilt: between(0, 6.3),
      flutter: between(5, 11),
      drag: between(0.9, 1.5),
      colour: pick(colours),
      isRound: Math.random() < 0.2,
    }
  }

  return animate(
    {
      step(seconds, { width, quality }) {
        age += seconds
        while (fired < volleys.length && age >= (volleys[fired] ?? 0) * life) {
          fired++
          const share = Math.round((pieces * quality) / volleys.length)
          for (let index = 0; index < share; index++) {
            if (index % 3 === 0) flying.push(piece(between(0, width), between(-420, -30), between(-80, 80), 120))
            else flying.push(index % 3 === 1 ? shot(-10, 1) : shot(width + 10, -1))
          }
        }
        for (const one of flying) {
          const slow = Math.exp(-one.drag * seconds)
          one.speedX *= slow
          one.speedY = one.speedY * slow + gravity * seconds
          one.tilt += one.flutter * seconds
          one.turn += one.spin * seconds
          one.x += (one.speedX + Math.sin(one.tilt) * 60) * seconds
          // Paper does not fall faster than it flutters.
          one.y += Math.min(one.speedY, 320) * seconds
        }
        flying = flying.filter(({ y }) => y < 1130)
      },

      draw(pen) {
        pen.globalAlpha = Math.max(Math.min((life - age) / 0.7, 1), 0)
        for (const { x, y, width, height, turn, tilt, colour, isRound } of flying) {
          const lean = Math.cos(tilt)
          transformTo(pen, x, y, turn, 1, lean)
          pen.fillStyle = colour
          if (isRound) {
            pen.beginPath()
            pen.arc(0, 0, width / 2, 0, 6.3)
            pen.fill()
          } else {
            pen.fillRect(-width / 2, -height / 2, width, height)
          }
          // The back of a piece is darker.
          if (lean < 0 && !isRound) {
            pen.fillStyle = 'rgba(0, 0, 0, 0.28)'
            pen.fillRect(-width / 2, -height / 2, width, height)
          }
        }
      },
    },
    theme === 'pixel',
  )
})
