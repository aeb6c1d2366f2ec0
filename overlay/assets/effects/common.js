// @ts-check
import { numberOf } from '../values.js'

/** @import { Settings } from '../settings.js' */

/** @type {Record<Settings['look'], string[]>} */
const palettes = {
  clean: ['#f2b24c', '#ffe0a6', '#5fcf92', '#f0705f', '#f4f2ee', '#79a9e6'],
  neon: ['#25e6ff', '#ff3d9a', '#fff05a', '#7cff6b', '#b48cff'],
  pixel: ['#ffcd75', '#ef7d57', '#a7f070', '#41a6f6', '#f4f4f4', '#b13e53'],
}

/**
 * The broadcaster's colours, or those of the look.
 * @param {unknown} given
 * @param {Settings['look']} look
 */
export function coloursOf(given, look) {
  const wanted = Array.isArray(given)
    ? given.filter((one) => typeof one === 'string' && CSS.supports('color', one)).slice(0, 12)
    : []
  return wanted.length > 0 ? /** @type {string[]} */ (wanted) : palettes[look]
}

/** @param {number} from @param {number} to */
export function between(from, to) {
  return from + Math.random() * (to - from)
}

/** @template T @param {readonly T[]} choices @returns {T} */
export function pick(choices) {
  return /** @type {T} */ (choices[Math.floor(Math.random() * choices.length)])
}

/** @param {unknown} value @param {number} usual @param {number} most */
export function countOf(value, usual, most) {
  return Math.round(numberOf(value, 1, most, usual))
}

/**
 * A small picture that is drawn once and then stamped.
 * @param {number} size
 * @param {(pen: CanvasRenderingContext2D, size: number) => void} paint
 */
export function sprite(size, paint) {
  const made = document.createElement('canvas')
  made.width = made.height = size
  const pen = made.getContext('2d')
  if (pen !== null) paint(pen, size)
  return made
}

/** A soft round light. @param {string} colour @param {number} size */
export function glow(colour, size) {
  return sprite(size, (pen) => {
    const light = pen.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2)
    light.addColorStop(0, '#ffffff')
    light.addColorStop(0.18, colour)
    light.addColorStop(1, 'transparent')
    pen.fillStyle = light
    pen.fillRect(0, 0, size, size)
  })
}

/** How visible something is that comes up, stays and goes. @param {number} age @param {number} life @param {number} edge */
export function presence(age, life, edge) {
  return Math.max(Math.min(age / edge, (life - age) / edge, 1), 0)
}

/** @param {unknown} text @returns {string[]} what a reader takes for one sign each */
export function signsOf(text) {
  const value = typeof text === 'string' ? text : ''
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value), ({ segment }) => segment)
}
