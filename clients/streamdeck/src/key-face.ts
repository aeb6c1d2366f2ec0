import { type IconName, iconLines } from './icons.ts'

/**
 * `on`: what the key stands for is active now. `done` and `failed` follow a press for a moment. `offline`: the server is
 * not connected.
 */
export type KeyTone = 'idle' | 'on' | 'busy' | 'done' | 'failed' | 'offline'

export interface KeyFace {
  readonly icon: IconName
  readonly label: string
  readonly tone: KeyTone
  /** A number or short word in place of the icon. */
  readonly value?: string | undefined
  /** What is left of a wait, from 1 to 0. */
  readonly cooldown?: { readonly share: number; readonly seconds: number } | undefined
  /** Why the latest press did not work, in place of everything else. */
  readonly reason?: string | undefined
}

/** Ground, ink and cue light of each tone: dark and calm, and lights that mean something. */
const tones: Readonly<Record<KeyTone, { ground: string; ink: string; light: string }>> = {
  idle: { ground: '#14161c', ink: '#e9e6df', light: '#4a4f5b' },
  on: { ground: '#12251a', ink: '#eafbef', light: '#52d689' },
  busy: { ground: '#241d0f', ink: '#fff3d6', light: '#f2b441' },
  done: { ground: '#12301f', ink: '#eafbef', light: '#52d689' },
  failed: { ground: '#3a1414', ink: '#ffe9e6', light: '#ff6a5c' },
  offline: { ground: '#101116', ink: '#8b909c', light: '#f2b441' },
}

const size = 144
const font = 'font-family="Inter, Segoe UI, Helvetica Neue, Arial, sans-serif"'

/** A key as an SVG of 144 by 144, which the app scales to the key of the device. */
export function drawKey(face: KeyFace): string {
  const { ground, ink, light } = tones[face.tone]
  const parts = [
    `<rect width="${size}" height="${size}" fill="${ground}"/>`,
    face.reason === undefined ? content(face, ink) : reasonLines(face.reason, ink),
    face.cooldown === undefined ? cueLight(light, face.tone) : ring(face.cooldown, ink),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${parts.join('')}</svg>`
}

/** As the app takes an image. */
export function keyImage(face: KeyFace): string {
  return `data:image/svg+xml;charset=utf8,${encodeURIComponent(drawKey(face))}`
}

function content({ icon, label, value, cooldown }: KeyFace, ink: string): string {
  const lines = wrap(label, 15, 2)
  const labels = lines.map((line, index) => text(line, 72, (lines.length === 1 ? 120 : 110) + index * 20, 17, ink))
  if (cooldown !== undefined) return labels.join('')
  const shown = value === undefined || value === '' ? undefined : value
  const middle =
    shown === undefined
      ? `<g transform="translate(40 22) scale(2.66)">${iconLines(icon, ink, 1.7)}</g>`
      : text(shown, 72, 74, Math.min(46, Math.floor(172 / Math.max(3, shown.length))), ink, 600)
  return middle + labels.join('')
}

function cueLight(color: string, tone: KeyTone): string {
  const glow =
    tone === 'idle' || tone === 'offline' ? '' : `<circle cx="126" cy="18" r="12" fill="${color}" opacity="0.28"/>`
  return `${glow}<circle cx="126" cy="18" r="7" fill="${color}"/>`
}

/** Empties clockwise, with the seconds that are left in the middle. */
function ring({ share, seconds }: { share: number; seconds: number }, ink: string): string {
  const radius = 34
  const length = 2 * Math.PI * radius
  const left = Math.min(1, Math.max(0, share)) * length
  const circle = (color: string, more: string) =>
    `<circle cx="72" cy="54" r="${radius}" fill="none" stroke="${color}" stroke-width="8" ${more}/>`
  const rest = `stroke-linecap="round" stroke-dasharray="${left.toFixed(1)} ${length.toFixed(1)}" transform="rotate(-90 72 54)"`
  return circle('#343843', '') + circle('#f2b441', rest) + text(String(Math.ceil(seconds)), 72, 63, 26, ink, 600)
}

function reasonLines(reason: string, ink: string): string {
  // Below the cue light, which says at a glance that something failed.
  const lines = wrap(reason, 15, 5)
  const first = 88 - (lines.length - 1) * 10
  return lines.map((line, index) => text(line, 72, first + index * 20, 17, ink, 500)).join('')
}

function text(words: string, x: number, y: number, fontSize: number, color: string, weight = 500): string {
  return `<text x="${x}" y="${y}" ${font} font-size="${fontSize}" font-weight="${weight}" fill="${color}" text-anchor="middle">${escaped(words)}</text>`
}

/** In lines of at most `width` characters; what does not fit ends with an ellipsis. */
export function wrap(words: string, width: number, maxLines: number): string[] {
  const lines: string[] = []
  for (const word of words.trim().split(/\s+/)) {
    const last = lines.at(-1)
    const short = word.length > width ? `${word.slice(0, width - 1)}…` : word
    if (last !== undefined && last.length + 1 + short.length <= width) lines[lines.length - 1] = `${last} ${short}`
    else lines.push(short)
  }
  if (lines.length <= maxLines) return lines
  const cut = (lines[maxLines - 1] ?? '').slice(0, width - 1)
  return [...lines.slice(0, maxLines - 1), `${cut.replace(/[.,…]$/, '')}…`]
}

function escaped(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
