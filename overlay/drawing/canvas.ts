/** An animation on the shared canvas. Lengths are in pixels of a picture 1080 pixels high, times in seconds. */
export type Animation2D = {
  step: (seconds: number, size: Size) => void
  draw: (pen: CanvasRenderingContext2D, size: Size) => void
}
export type Size = { width: number; height: number; quality: number }

const lines = 1080
/** The pixel theme draws at a low resolution. */
const pixelLines = 270
const slowFrameSeconds = 1 / 40
const framesWatched = 40

let canvas: HTMLCanvasElement | undefined
const animations: Set<Animation2D> = new Set()
let frame = 0
let before = 0
let isPixelated = false
/** A slow machine draws at a lower resolution, and fewer particles. */
let quality = 1
let slowness = 0

/**
 * One canvas and one animation loop for all particle effects, so that five cost little more than one. It exists only
 * while something moves. The returned function removes the animation.
 */
export function animate(animation: Animation2D, inPixels: boolean): () => void {
  isPixelated = inPixels
  animations.add(animation)
  if (canvas === undefined) open()
  return () => {
    animations.delete(animation)
    if (animations.size === 0) close()
  }
}

function open() {
  canvas = document.createElement('canvas')
  canvas.className = 'field'
  document.getElementById('effects')?.prepend(canvas)
  addEventListener('resize', fit)
  fit()
  before = 0
  frame = requestAnimationFrame(draw)
}

function close() {
  cancelAnimationFrame(frame)
  removeEventListener('resize', fit)
  canvas?.remove()
  canvas = undefined
}

function fit() {
  if (canvas === undefined) return
  const height = isPixelated ? pixelLines : Math.min(Math.round(innerHeight * devicePixelRatio), lines) * quality
  canvas.height = Math.max(Math.round(height), 1)
  canvas.width = Math.max(Math.round((canvas.height * innerWidth) / Math.max(innerHeight, 1)), 1)
  canvas.classList.toggle('pixelated', isPixelated)
}

function draw(now: number) {
  frame = requestAnimationFrame(draw)
  const pen = canvas?.getContext('2d')
  if (canvas === undefined || pen === null || pen === undefined) return
  const seconds = before === 0 ? 1 / 60 : Math.min((now - before) / 1000, 1 / 15)
  before = now
  watchPace(seconds)
  const scale = canvas.height / lines
  const size = { width: canvas.width / scale, height: lines, quality }
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingEnabled = !isPixelated
  for (const animation of animations) {
    animation.step(seconds, size)
    pen.setTransform(scale, 0, 0, scale, 0, 0)
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
    animation.draw(pen, size)
  }
}

function watchPace(seconds: number) {
  slowness = seconds > slowFrameSeconds ? slowness + 1 : Math.max(slowness - 1, 0)
  if (slowness < framesWatched || quality <= 0.5) return
  slowness = 0
  quality -= 0.25
  fit()
}

/** Sets position, rotation and scale of the context, which is cheaper than saving and restoring it. */
export function transformTo(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  turn: number,
  scaleX: number,
  scaleY: number,
) {
  const unit = pen.canvas.height / lines
  const cos = Math.cos(turn) * unit
  const sin = Math.sin(turn) * unit
  pen.setTransform(cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY, x * unit, y * unit)
}
