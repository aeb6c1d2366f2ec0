import { readFileSync } from 'node:fs'
import { writeWav } from '../../src/capabilities/sounds/wav.ts'

/** A small real file, made by a program that makes such files. */
export function sample(name: string): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(new URL(`./samples/${name}`, import.meta.url)))
}

export function wavOf(seconds: number, seed = 0): Buffer<ArrayBuffer> {
  const samples = new Int16Array(Math.round(seconds * 8000)).map((_, n) => Math.round(Math.sin(n / 3) * 8000) + seed)
  return writeWav({ sampleRate: 8000, channels: 1, samples })
}

/** Silent frames of MPEG 1 layer three, 128 kbit/s, 44.1 kHz: 417 bytes and 26 ms each. */
export function mp3Of(frames: number): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** A tag before the sound, as players write it: with a picture, or at least room for one. */
export function withTag(bytes: Buffer, tagBytes: number): Buffer<ArrayBuffer> {
  const tag = Buffer.alloc(10 + tagBytes)
  tag.write('ID3\u0003', 'latin1')
  for (const [n, shift] of [21, 14, 7, 0].entries()) tag.writeUInt8((tagBytes >> shift) & 0x7f, 6 + n)
  return Buffer.concat([tag, bytes])
}

/** Frames of AAC with a header each, 44.1 kHz: 1024 samples in 16 bytes. */
export function aacOf(frames: number): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(16)
  frame.set([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** Two pages of Ogg: what it is, and how many samples it has. */
export function oggOf(head: Buffer, samples: number): Buffer<ArrayBuffer> {
  const page = (granule: number, packet: Buffer) => {
    const header = Buffer.alloc(28)
    header.write('OggS', 'latin1')
    header.writeBigUInt64LE(BigInt(granule), 6)
    header.writeUInt32LE(7, 14)
    header.writeUInt8(1, 26)
    header.writeUInt8(packet.length, 27)
    return Buffer.concat([header, packet])
  }
  return Buffer.concat([page(0, head), page(samples, Buffer.alloc(10))])
}

export function opusOf(seconds: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt16LE(312, 10)
  return oggOf(head, seconds * 48_000 + 312)
}

/** A picture of that size, as far as its head tells. */
export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(sample('dot.png'))
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
