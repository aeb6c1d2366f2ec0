import type { Timers } from '../timers.ts'

const countMs = 800
/** A number with its marks: 500, 1,234.50, 1 500. */
const numberShape = /\d(?:[\d.,’'\u00a0\u202f ]*\d)?/

/** Counts the number of a text up from nothing. Its place keeps its width; at the end the text is what it was. */
export function countUp(element: HTMLElement, timers: Timers, signal: AbortSignal) {
  const text = element.textContent ?? ''
  const [shape = ''] = numberShape.exec(text) ?? []
  const total = Number(shape.replace(/\D/g, ''))
  // More digits than a number can hold, or nothing to count.
  if (shape === '' || total < 2 || total > Number.MAX_SAFE_INTEGER) return
  const at = text.indexOf(shape)
  const began = performance.now()
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    element.textContent = text
    element.style.minWidth = ''
  }
  const draw = () => {
    if (isOver) return
    const left = 1 - Math.min((performance.now() - began) / countMs, 1)
    const shown = withDigits(shape, Math.round(total * (1 - left ** 3)))
    element.textContent = text.slice(0, at) + shown + text.slice(at + shape.length)
    requestAnimationFrame(draw)
  }
  element.style.minWidth = `${element.offsetWidth}px`
  draw()
  // A page that is not visible draws no frames.
  timers.after(countMs, end)
  signal.addEventListener('abort', end, { once: true })
}

/** The value in the shape of the whole number: 1,234.50 counts through 12.34. */
export function withDigits(shape: string, value: number) {
  const decimals = /[.,](\d{1,2})$/.exec(shape)?.[1]?.length ?? 0
  let digits = String(value).padStart(decimals + 1, '0')
  let written = ''
  for (let at = shape.length - 1; at >= 0 && digits !== ''; at--) {
    const sign = shape.charAt(at)
    if (/\d/.test(sign)) {
      written = digits.slice(-1) + written
      digits = digits.slice(0, -1)
    } else written = sign + written
  }
  return written
}
