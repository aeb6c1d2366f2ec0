import { fileErrors } from '../messages.ts'
import { RefusedFile } from './facts.ts'

/** The duration of an Ogg file: the granule position of the last page is the number of samples. */
export function oggDurationMs(bytes: Buffer): number | undefined {
  const first = pageAt(bytes, 0)
  if (first === undefined) return undefined
  const { serial, body } = first
  const { rate, skipped } = codecOf(bytes.subarray(body, body + first.length))
  let samples = 0
  for (let at = 0, page = pageAt(bytes, at); page !== undefined; at = page.next, page = pageAt(bytes, at)) {
    if (page.serial === serial && page.samples !== undefined) samples = Math.max(samples, page.samples)
  }
  return samples === 0 ? undefined : Math.round((Math.max(samples - skipped, 0) / rate) * 1000)
}

function codecOf(packet: Buffer): { rate: number; skipped: number } {
  const head = packet.toString('latin1', 0, 8)
  if (head.startsWith('\u0001vorbis') && packet.length >= 16) {
    const rate = packet.readUInt32LE(12)
    if (rate > 0) return { rate, skipped: 0 }
  }
  // Opus always counts samples at 48 kHz.
  if (head === 'OpusHead' && packet.length >= 12) return { rate: 48_000, skipped: packet.readUInt16LE(10) }
  throw new RefusedFile(fileErrors.otherInOgg.of())
}

interface OggPage {
  readonly serial: number
  /** Undefined on a page where no packet ends. */
  readonly samples: number | undefined
  readonly body: number
  readonly length: number
  readonly next: number
}

function pageAt(bytes: Buffer, at: number): OggPage | undefined {
  if (at + 27 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined
  const segments = bytes.readUInt8(at + 26)
  const body = at + 27 + segments
  if (body > bytes.length) return undefined
  let length = 0
  for (let n = at + 27; n < body; n++) length += bytes[n] ?? 0
  const granule = bytes.readBigUInt64LE(at + 6)
  return {
    serial: bytes.readUInt32LE(at + 14),
    samples: granule === 0xffff_ffff_ffff_ffffn ? undefined : Number(granule),
    body,
    length,
    next: body + length,
  }
}
