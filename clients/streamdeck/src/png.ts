import { crc32, deflateSync } from 'node:zlib'

/** The mark of Showcaller, a lit cue light on dark ground, as a PNG: the app takes no SVG for the plugin itself. */
export function cueLightPng(size: number): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1))
  const center = (size - 1) / 2
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const distance = Math.hypot(x - center, y - center) / size
      const [red, green, blue] = colorAt(distance, size)
      rows.set([red, green, blue, 255], y * (size * 4 + 1) + 1 + x * 4)
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header(size)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Color = readonly [red: number, green: number, blue: number]
const ground: Color = [20, 22, 28]
const glow: Color = [74, 58, 26]
const lamp: Color = [242, 180, 65]

function colorAt(distance: number, size: number): Color {
  const edge = 1 / size
  const inLamp = clamp((0.24 - distance) / edge + 0.5)
  const inGlow = clamp((0.42 - distance) / 0.18) ** 2
  return mix(mix(ground, glow, inGlow), lamp, inLamp)
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [part(0), part(1), part(2)]
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

function header(size: number): Buffer {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(size, 0)
  content.writeUInt32BE(size, 4)
  // Eight bits for each of red, green, blue and alpha.
  content.set([8, 6, 0, 0, 0], 8)
  return content
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
