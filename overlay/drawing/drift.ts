import { animate, transformTo } from './canvas.ts'
import { between, pick, presence } from './sprites.ts'

/** Many small images that drift through the picture, down or up, swaying and turning. */
export function drift({
  pictures,
  count,
  lifeMs,
  inPixels,
  speed,
  size,
  sway,
  spin,
  isRising = false,
  fade = 0.8,
  isFilled = false,
}: {
  pictures: readonly HTMLCanvasElement[]
  count: number
  lifeMs: number
  inPixels: boolean
  speed: readonly [number, number]
  size: readonly [number, number]
  sway: number
  spin: number
  isRising?: boolean
  fade?: number
  /** The whole picture has some from the beginning, and most of them are far away, as in weather. */
  isFilled?: boolean
}) {
  const life = lifeMs / 1000
  const [slowest, fastest] = speed
  const [smallest, largest] = size
  const drifting: ReturnType<typeof one>[] = []
  let age = 0

  function one(width: number) {
    // Near particles are large and fast.
    const depth = isFilled ? Math.random() ** 2 : Math.random()
    const across = smallest + (largest - smallest) * depth
    return {
      x: between(-0.02, 1.02) * width,
      y: isRising ? 1080 + across : -across,
      speed: slowest + (fastest - slowest) * depth * between(0.8, 1.2),
      size: across,
      turn: between(-0.4, 0.4) * Math.sign(spin),
      spin: between(-spin, spin),
      phase: between(0, 6.3),
      beat: between(0.7, 1.6),
      alpha: 0.78 + 0.22 * depth,
      picture: pick(pictures),
    }
  }

  return animate(
    {
      step(seconds, { width, quality }) {
        if (isFilled && age === 0) {
          // As many again wait above it, until those that are added one by one have come down.
          for (let made = 0; made < count * quality * 0.75; made++) {
            drifting.push({ ...one(width), y: between(-1080, 1080) })
          }
        }
        age += seconds
        const last = life - (1080 / fastest) * 0.8
        // Spread over the duration, so that they do not all appear or disappear together.
        const due = Math.min(Math.max(age / Math.max(last, 0.5), 0), 1) * count * quality
        while (drifting.length < due && age < life) drifting.push(one(width))
        for (const piece of drifting) {
          piece.phase += piece.beat * seconds
          piece.turn += piece.spin * seconds
          piece.x += Math.sin(piece.phase * 2) * sway * seconds
          piece.y += piece.speed * (isRising ? -1 : 1) * seconds
        }
      },

      draw(pen) {
        const shown = presence(age, life, fade)
        for (const { x, y, size, turn, alpha, picture } of drifting) {
          if (y < -size * 2 || y > 1080 + size * 2) continue
          transformTo(pen, x, y, turn, 1, 1)
          pen.globalAlpha = shown * alpha
          pen.drawImage(picture, -size / 2, -size / 2, size, size)
        }
      },
    },
    inPixels,
  )
}
