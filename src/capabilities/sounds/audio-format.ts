import { durationMsOf, readWav } from './wav.ts'

/**
 * Detects the media type from the content. The sender's Content-Type is not trusted, because the file is later served from
 * this server's address.
 */
export function sniffAudio(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'audio/wav'
  if (head.startsWith('OggS')) return 'audio/ogg'
  if (head.startsWith('fLaC')) return 'audio/flac'
  if (head.startsWith('ID3')) return 'audio/mpeg'
  const sync = bytes.length >= 4 ? bytes.readUInt16BE(0) : 0
  if ((sync & 0xfff6) === 0xfff0) return 'audio/aac'
  if (frameAt(bytes, 0) !== undefined) return 'audio/mpeg'
  return undefined
}

/** Undefined for formats that would need a decoder; the player then detects the duration. */
export function durationOf(bytes: Buffer, mime: string): number | undefined {
  if (mime === 'audio/wav') {
    const pcm = readWav(bytes)
    return pcm === undefined ? undefined : durationMsOf(pcm)
  }
  return mime === 'audio/mpeg' ? mp3DurationMs(bytes) : undefined
}

/** Adds up the frames, because the bit rate may change between frames. */
function mp3DurationMs(bytes: Buffer): number | undefined {
  let at = 0
  if (bytes.toString('latin1', 0, 3) === 'ID3' && bytes.length >= 10) {
    const size = [6, 7, 8, 9].reduce((sum, n) => sum * 128 + ((bytes[n] ?? 0) & 0x7f), 0)
    at = 10 + size
  }
  let seconds = 0
  for (let frame = frameAt(bytes, at); frame !== undefined; frame = frameAt(bytes, at)) {
    seconds += frame.seconds
    at += frame.bytes
  }
  return seconds === 0 ? undefined : Math.round(seconds * 1000)
}

const kilobits1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const kilobits2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** Reads one frame header of MPEG 1, 2 or 2.5, layer III. */
export function frameAt(bytes: Buffer, at: number): { seconds: number; bytes: number } | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
  const [b1, b2] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
  const version = (b1 >> 3) & 3
  if ((b1 & 0xe0) !== 0xe0 || version === 1 || ((b1 >> 1) & 3) !== 1) return undefined
  const isFirst = version === 3
  const kilobits = (isFirst ? kilobits1 : kilobits2)[(b2 >> 4) - 1]
  const base = [44_100, 48_000, 32_000][(b2 >> 2) & 3]
  if (kilobits === undefined || base === undefined) return undefined
  const sampleRate = base / (isFirst ? 1 : version === 2 ? 2 : 4)
  const samples = isFirst ? 1152 : 576
  return {
    seconds: samples / sampleRate,
    bytes: Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + ((b2 >> 1) & 1),
  }
}
