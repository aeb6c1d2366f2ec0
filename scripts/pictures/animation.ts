/** A picture in an animation: a still WebP file and how long it is shown. */
export interface Frame {
  readonly picture: Buffer
  readonly durationMs: number
}

/**
 * Joins still WebP files of one size into an animated one that repeats for ever. The browser compresses the pictures; an
 * animation is only another container around them (https://developers.google.com/speed/webp/docs/riff_container).
 */
export function joinFrames(frames: readonly Frame[], { width, height }: { width: number; height: number }): Buffer {
  const hasAnimation = 0b10
  const header = Buffer.concat([Buffer.from([hasAnimation, 0, 0, 0]), uint24(width - 1), uint24(height - 1)])
  const whiteAndForEver = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0])
  const doNotBlend = 0b10
  const parts = frames.map(({ picture, durationMs }) =>
    chunk(
      'ANMF',
      Buffer.concat([
        ...[0, 0, width - 1, height - 1, Math.round(durationMs)].map(uint24),
        Buffer.from([doNotBlend]),
        pixelsOf(picture),
      ]),
    ),
  )
  const body = [Buffer.from('WEBP'), chunk('VP8X', header), chunk('ANIM', whiteAndForEver), ...parts]
  return chunk('RIFF', Buffer.concat(body))
}

/** The chunks of a still picture that hold its pixels, without its header. */
function pixelsOf(picture: Buffer): Buffer {
  const found: Buffer[] = []
  for (let at = 12; at < picture.length; ) {
    const size = picture.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (['ALPH', 'VP8 ', 'VP8L'].includes(picture.toString('latin1', at, at + 4))) found.push(picture.subarray(at, end))
    at = end
  }
  return Buffer.concat(found)
}

function chunk(name: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)])
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntLE(value, 0, 3)
  return bytes
}
