import type { Settings } from '../settings.ts'

const palettes: Record<Settings['look'], string[]> = {
  clean: ['#f2b24c', '#ffe0a6', '#5fcf92', '#f0705f', '#f4f2ee', '#79a9e6'],
  neon: ['#25e6ff', '#ff3d9a', '#fff05a', '#7cff6b', '#b48cff'],
  pixel: ['#ffcd75', '#ef7d57', '#a7f070', '#41a6f6', '#f4f4f4', '#b13e53'],
}

/** The broadcaster's colours, or those of the theme. */
export function coloursOf(given: unknown, theme: Settings['look']) {
  const wanted = Array.isArray(given)
    ? given.filter((one) => typeof one === 'string' && CSS.supports('color', one)).slice(0, 12)
    : []
  return wanted.length > 0 ? (wanted as string[]) : palettes[theme]
}

export function between(from: number, to: number) {
  return from + Math.random() * (to - from)
}

export function pick<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T
}

/** A small image that is drawn once and then copied. */
export function sprite(size: number, paint: (pen: CanvasRenderingContext2D, size: number) => void) {
  const made = document.createElement('canvas')
  made.width = made.height = size
  const pen = made.getContext('2d')
  if (pen !== null) paint(pen, size)
  return made
}

/**
 * The colour at alpha 0, for the end of a gradient. `transparent` is black at alpha 0: a light that fades to it has a
 * dark ring over a bright picture.
 */
export function clearOf(pen: CanvasRenderingContext2D, colour: string) {
  pen.fillStyle = colour
  // The browser writes it as #rrggbb, or as rgba(…) if it is not opaque.
  const shown = String(pen.fillStyle)
  return shown.startsWith('#') ? `${shown}00` : shown.replace(/[\d.]+\)$/, '0)')
}

/** A soft round light. */
export function glow(colour: string, size: number) {
  return sprite(size, (pen) => {
    const light = pen.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2)
    light.addColorStop(0, '#ffffff')
    light.addColorStop(0.18, colour)
    light.addColorStop(1, clearOf(pen, colour))
    pen.fillStyle = light
    pen.fillRect(0, 0, size, size)
  })
}

/** Opacity of something that fades in, stays and fades out. */
export function presence(age: number, life: number, edge: number) {
  return Math.max(Math.min(age / edge, (life - age) / edge, 1), 0)
}

/** The characters of a text as a reader counts them (grapheme clusters). */
export function signsOf(text: unknown): string[] {
  const value = typeof text === 'string' ? text : ''
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value), ({ segment }) => segment)
}
