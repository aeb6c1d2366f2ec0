import { fileErrors } from '../messages.ts'
import { type FileFacts, RefusedFile } from './facts.ts'

const playable = new Set(['avc1', 'avc3', 'av01', 'vp08', 'vp09', 'mp4a', 'Opus', 'fLaC', '.mp3'])
const otherNames: Readonly<Record<string, string>> = { hvc1: 'HEVC', hev1: 'HEVC', alac: 'Apple Lossless' }

interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Files in the ISO base media format: MP4, M4A and AVIF. */
export function readMp4(bytes: Buffer): FileFacts {
  const top = boxesIn(bytes, 0, bytes.length)
  const brands = find(top, 'ftyp')
  const words = brands === undefined ? '' : bytes.toString('latin1', brands.start, brands.end)
  if (/avi[fs]/.test(words)) return readAvif(bytes, top)
  if (/hei[cfmsx]|hev[cmsx]/.test(words)) throw new RefusedFile(fileErrors.heic.of())
  const moov = find(top, 'moov')
  if (moov === undefined) throw new RefusedFile(fileErrors.incomplete.of())
  const inside = boxesIn(bytes, moov.start, moov.end)
  const tracks = inside.filter(({ type }) => type === 'trak').map((box) => readTrack(bytes, box))
  for (const { codec } of tracks.filter(({ kind }) => kind !== 'other')) {
    if (!playable.has(codec)) throw new RefusedFile(fileErrors.notPlayed.of({ codec: otherNames[codec] ?? codec }))
  }
  const film = tracks.find(({ kind }) => kind === 'vide')
  if (film === undefined && !tracks.some(({ kind }) => kind === 'soun')) throw new RefusedFile(fileErrors.noTracks.of())
  const durationMs = durationOf(bytes, inside)
  if (film === undefined) return { format: 'm4a', family: 'audio', durationMs }
  return { format: 'mp4', family: 'video', durationMs, width: film.width, height: film.height }
}

/** A fragmented MP4 has no duration in its header, so the durations of its fragments are added up. */
function durationOf(bytes: Buffer, inside: readonly Box[]): number | undefined {
  const extended = inside
    .filter(({ type }) => type === 'mvex')
    .flatMap(({ start, end }) => boxesIn(bytes, start, end))
    .find(({ type }) => type === 'mehd')
  const header = find(inside, 'mvhd')
  if (header === undefined) return undefined
  const isLong = bytes.readUInt8(header.start) === 1
  const at = header.start + (isLong ? 20 : 12)
  const scale = bytes.readUInt32BE(at)
  const own = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)
  const whole = own === 0 && extended !== undefined ? extendedDuration(bytes, extended) : own
  return scale === 0 || whole === 0 || whole === 0xffff_ffff ? undefined : Math.round((whole / scale) * 1000)
}

function extendedDuration(bytes: Buffer, { start }: Box): number {
  return bytes.readUInt8(start) === 1 ? Number(bytes.readBigUInt64BE(start + 4)) : bytes.readUInt32BE(start + 4)
}

function readTrack(bytes: Buffer, { start, end }: Box) {
  const own = boxesIn(bytes, start, end)
  const media = own.filter(({ type }) => type === 'mdia').flatMap((box) => boxesIn(bytes, box.start, box.end))
  const handler = find(media, 'hdlr')
  const word = handler === undefined ? '' : bytes.toString('latin1', handler.start + 8, handler.start + 12)
  const samples = media
    .filter(({ type }) => type === 'minf')
    .flatMap((box) => boxesIn(bytes, box.start, box.end))
    .filter(({ type }) => type === 'stbl')
    .flatMap((box) => boxesIn(bytes, box.start, box.end))
    .find(({ type }) => type === 'stsd')
  const codec = samples === undefined ? '' : bytes.toString('latin1', samples.start + 12, samples.start + 16)
  const header = find(own, 'tkhd')
  const isFilm = word === 'vide' && header !== undefined && header.end - header.start >= 8
  return {
    kind: word === 'vide' || word === 'soun' ? word : 'other',
    codec,
    width: isFilm ? bytes.readUInt16BE(header.end - 8) : undefined,
    height: isFilm ? bytes.readUInt16BE(header.end - 4) : undefined,
  }
}

/** The size is an item property (`ispe`); of several the largest is the image. */
function readAvif(bytes: Buffer, top: readonly Box[]): FileFacts {
  const sizes = top
    .filter(({ type }) => type === 'meta')
    .flatMap(({ start, end }) => boxesIn(bytes, start + 4, end))
    .filter(({ type }) => type === 'iprp')
    .flatMap(({ start, end }) => boxesIn(bytes, start, end))
    .filter(({ type }) => type === 'ipco')
    .flatMap(({ start, end }) => boxesIn(bytes, start, end))
    .filter(({ type, start, end }) => type === 'ispe' && end - start >= 12)
    .map(({ start }) => ({ width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) }))
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (largest === undefined) throw new RefusedFile(fileErrors.incomplete.of())
  return { format: 'avif', family: 'image', ...largest }
}

const maxBoxes = 10_000

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < maxBoxes; ) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= to
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const header = isLong ? 16 : 8
    if (size < header) break
    const end = Math.min(at + size, to)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + header, end })
    at += size
  }
  return boxes
}

function find(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type)
}
