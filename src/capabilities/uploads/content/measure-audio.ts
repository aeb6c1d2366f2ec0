import { frameAt } from '../../sounds/audio-format.ts'

/** The duration of an MP3. Tags before the audio and garbage between frames are skipped. */
export function mp3DurationMs(bytes: Buffer): number | undefined {
  let at = firstFrame(bytes, afterTag(bytes), searchBytes)
  if (at === undefined) return undefined
  let seconds = 0
  while (at !== undefined) {
    const frame = frameAt(bytes, at)
    if (frame === undefined) {
      at = firstFrame(bytes, at, resyncBytes)
      continue
    }
    seconds += frame.seconds
    at += frame.bytes
  }
  return Math.round(seconds * 1000)
}

const searchBytes = 64 * 1024
const resyncBytes = 8 * 1024

/** Requires two frames in a row, because one alone occurs in any file by chance. */
function firstFrame(bytes: Buffer, from: number, within: number): number | undefined {
  const end = Math.min(from + within, bytes.length - 4)
  for (let at = from; at < end; at++) {
    const frame = frameAt(bytes, at)
    if (frame !== undefined && frame.bytes > 4 && frameAt(bytes, at + frame.bytes) !== undefined) return at
  }
  return undefined
}

/** Skips an ID3 tag, whose size is a syncsafe integer (seven bits per byte). */
export function afterTag(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0
  return 10 + [6, 7, 8, 9].reduce((sum, n) => sum * 128 + ((bytes[n] ?? 0) & 0x7f), 0)
}

const adtsRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/** Frames of 1024 samples, each with its own header. */
export function adtsDurationMs(bytes: Buffer): number | undefined {
  let seconds = 0
  let frames = 0
  for (let at = afterTag(bytes); at + 7 <= bytes.length; ) {
    if ((bytes.readUInt16BE(at) & 0xfff6) !== 0xfff0) break
    const rate = adtsRates[(bytes.readUInt8(at + 2) >> 2) & 15]
    const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    if (rate === undefined || length < 7) break
    seconds += 1024 / rate
    frames++
    at += length
  }
  return frames < 2 ? undefined : Math.round(seconds * 1000)
}

/** Any sample format: only the byte rate matters. Sizes past the end of the file are clamped. */
export function wavDurationMs(bytes: Buffer): number | undefined {
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (id === 'fmt ' && start + 16 <= bytes.length) {
      if (!playableWav.has(bytes.readUInt16LE(start))) return undefined
      bytesPerSecond = bytes.readUInt32LE(start + 8)
    }
    if (id === 'data') {
      const length = Math.min(size, bytes.length - start)
      return bytesPerSecond === 0 ? undefined : Math.round((length / bytesPerSecond) * 1000)
    }
    at = start + size + (size % 2)
  }
  return undefined
}

/** PCM, IEEE float, A-law, µ-law, and WAVE_FORMAT_EXTENSIBLE. */
const playableWav = new Set([1, 3, 6, 7, 0xfffe])

/** The STREAMINFO block has the number of samples; 0 means unknown. */
export function flacDurationMs(bytes: Buffer): number | undefined {
  if (bytes.length < 26 || (bytes.readUInt8(4) & 0x7f) !== 0) return undefined
  const rate = bytes.readUIntBE(18, 3) >> 4
  const samples = (bytes.readUInt8(21) & 15) * 2 ** 32 + bytes.readUInt32BE(22)
  return rate === 0 || samples === 0 ? undefined : Math.round((samples / rate) * 1000)
}
