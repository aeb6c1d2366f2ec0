/** Something that moves on the field. Lengths are in lines of a picture that is 1080 lines high, times in seconds. */
export type Act = {
  step: (seconds: number, size: Size) => void
  draw: (pen: CanvasRenderingContext2D, size: Size) => void
}
export type Size = { width: number; height: number; quality: number }

const lines = 1080
/** Eight-bit pictures have coarse dots. */
const pixelLines = 270
const slowFrameSeconds = 1 / 40
const framesWatched = 40

let canvas: HTMLCanvasElement | undefined
const acts: Set<Act> = new Set()
let frame = 0
let before = 0
let isPixelated = false
/** A machine that cannot keep up draws fewer dots, and fewer things. */
let quality = 1
let slowness = 0

/**
 * One canvas and one loop for everything that flies, so that five effects cost little more than one. It is there only
 * while something moves.
 * Returns: takes it off
 */
export function enterField(act: Act, inPixels: boolean): () => void {
  isPixelated = inPixels
  acts.add(act)
  if (canvas === undefined) open()
  return () => {
    acts.delete(act)
    if (acts.size === 0) close()
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
  for (const act of acts) {
    act.step(seconds, size)
    pen.setTransform(scale, 0, 0, scale, 0, 0)
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
    act.draw(pen, size)
  }
}

function watchPace(seconds: number) {
  slowness = seconds > slowFrameSeconds ? slowness + 1 : Math.max(slowness - 1, 0)
  if (slowness < framesWatched || quality <= 0.5) return
  slowness = 0
  quality -= 0.25
  fit()
}

/** Places the pen at a point, turned and scaled, in place of saving and restoring it. */
export function penAt(
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
