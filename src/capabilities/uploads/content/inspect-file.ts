import { frameAt } from '../../sounds/audio-format.ts'
import { fileErrors } from '../messages.ts'
import { type FileFacts, RefusedFile } from './facts.ts'
import { adtsDurationMs, afterTag, flacDurationMs, mp3DurationMs, wavDurationMs } from './measure-audio.ts'
import { gifSize, jpegSize, pngSize, type Size, webpSize } from './measure-image.ts'
import { readMp4 } from './measure-mp4.ts'
import { oggDurationMs } from './measure-ogg.ts'
import { readWebm } from './measure-webm.ts'

/** Detects the format from the bytes, not from the sender's claim, since the file is later served from our origin. */
export function inspectFile(bytes: Buffer): FileFacts {
  try {
    return inspect(bytes)
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    // A size that points past the end: the file is truncated or forged.
    throw new RefusedFile(fileErrors.broken.of())
  }
}

function inspect(bytes: Buffer): FileFacts {
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('RIFF') && head.startsWith('WAVE', 8)) return audio('wav', wavDurationMs(bytes))
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return image('webp', webpSize(bytes))
  if (head.startsWith('OggS')) return audio('ogg', oggDurationMs(bytes))
  if (head.startsWith('fLaC')) return audio('flac', flacDurationMs(bytes))
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return image('png', pngSize(bytes))
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return image('gif', gifSize(bytes))
  if (head.startsWith('\u00ff\u00d8\u00ff')) return image('jpeg', jpegSize(bytes))
  if (head.startsWith('ftyp', 4)) return readMp4(bytes)
  if (head.startsWith('\u001a\u0045\u00df\u00a3')) return readWebm(bytes)
  if (isAdts(bytes)) return audio('aac', adtsDurationMs(bytes))
  if (head.startsWith('ID3') || frameAt(bytes, 0) !== undefined) return audio('mp3', mp3DurationMs(bytes))
  const start = bytes
    .toString('utf8', 0, 1024)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/<svg[\s>]/i.test(start)) throw new RefusedFile(fileErrors.svg.of())
  throw new RefusedFile(fileErrors.unknownFormat.of())
}

function isAdts(bytes: Buffer): boolean {
  const at = afterTag(bytes)
  return at + 2 <= bytes.length && (bytes.readUInt16BE(at) & 0xfff6) === 0xfff0
}

function audio(format: 'wav' | 'mp3' | 'ogg' | 'flac' | 'aac', durationMs: number | undefined): FileFacts {
  if (durationMs === undefined || durationMs === 0) throw new RefusedFile(fileErrors.noLength.of())
  return { format, family: 'audio', durationMs }
}

function image(format: 'png' | 'jpeg' | 'gif' | 'webp', size: Size | undefined): FileFacts {
  if (size === undefined || size.width === 0 || size.height === 0) throw new RefusedFile(fileErrors.broken.of())
  return { format, family: 'image', ...size }
}
