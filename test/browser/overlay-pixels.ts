import { inflateSync } from 'node:zlib'

/** A picture as Chromium takes it: eight bits a channel, four channels, not interlaced. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green, blue, alpha, row by row. */
  readonly data: Uint8Array
}

export function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const [depth, colour, , , interlaced] = png.subarray(24, 29)
  if (depth !== 8 || (colour !== 6 && colour !== 2) || interlaced !== 0) throw new Error('another kind of PNG')
  const channels = colour === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels)
  if (channels === 4) return { width, height, data: rows }
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel++) data.set(rows.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
  return { width, height, data }
}

export function alphaAt({ width, data }: Picture, x: number, y: number): number {
  return data[(Math.round(y) * width + Math.round(x)) * 4 + 3] ?? 0
}

/** The share of pixels that show anything. */
export function coverage({ data }: Picture): number {
  let painted = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) painted++
  return painted / (data.length / 4)
}

function unfilter(raw: Buffer, rowBytes: number, height: number, pixelBytes: number): Uint8Array {
  const out = new Uint8Array(rowBytes * height)
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (rowBytes + 1)] ?? 0
    for (let byte = 0; byte < rowBytes; byte++) {
      const at = row * rowBytes + byte
      const left = byte >= pixelBytes ? (out[at - pixelBytes] ?? 0) : 0
      const up = row > 0 ? (out[at - rowBytes] ?? 0) : 0
      const corner = byte >= pixelBytes && row > 0 ? (out[at - rowBytes - pixelBytes] ?? 0) : 0
      out[at] = (raw[row * (rowBytes + 1) + 1 + byte] ?? 0) + predict(filter, left, up, corner)
    }
  }
  return out
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
