import { fileErrors } from '../messages.ts'
import { type FileFacts, RefusedFile } from './facts.ts'

/** EBML master elements. They are entered instead of skipped, so that elements of unknown size are read too. */
const masters = new Set([0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0xa0])
const playable = new Set(['V_VP8', 'V_VP9', 'V_AV1', 'A_OPUS', 'A_VORBIS'])

/** The tracks and duration of a WebM. Without a stored duration, the last block's timestamp is used. */
export function readWebm(bytes: Buffer): FileFacts {
  let docType = ''
  let scale = 1_000_000
  let duration = 0
  let clusterAt = 0
  let lastAt = 0
  let width: number | undefined
  let height: number | undefined
  const codecs: string[] = []

  for (const { id, start, end } of elementsOf(bytes)) {
    const number = () => unsigned(bytes, start, end)
    if (id === 0x4282) docType = bytes.toString('latin1', start, end).replace(/\0+$/, '')
    else if (id === 0x2ad7b1) scale = number()
    else if (id === 0x4489) duration = end - start === 8 ? bytes.readDoubleBE(start) : bytes.readFloatBE(start)
    else if (id === 0x86) codecs.push(bytes.toString('latin1', start, end).replace(/\0+$/, ''))
    else if (id === 0xb0) width = number()
    else if (id === 0xba) height = number()
    else if (id === 0xe7) clusterAt = number()
    else if ((id === 0xa3 || id === 0xa1) && end - start >= 4) {
      // After the track number, which is one byte in all but unusual files.
      lastAt = Math.max(lastAt, clusterAt + bytes.readInt16BE(start + 1))
    }
  }
  if (docType !== 'webm') throw new RefusedFile(fileErrors.matroska.of())
  const strange = codecs.find((codec) => !playable.has(codec))
  if (strange !== undefined) throw new RefusedFile(fileErrors.notInWebm.of({ codec: strange }))
  if (codecs.length === 0) throw new RefusedFile(fileErrors.noTracks.of())
  const units = duration > 0 ? duration : lastAt
  const durationMs = units > 0 ? Math.round((units * scale) / 1_000_000) : undefined
  if (!codecs.some((codec) => codec.startsWith('V_'))) return { format: 'webm-audio', family: 'audio', durationMs }
  return { format: 'webm', family: 'video', durationMs, width, height }
}

interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
}

const maxElements = 200_000

function* elementsOf(bytes: Buffer): Generator<Element> {
  let count = 0
  for (let at = 0; at < bytes.length && count < maxElements; count++) {
    const idLength = lengthOf(bytes[at])
    if (idLength > 4 || at + idLength >= bytes.length) return
    const id = bytes.readUIntBE(at, idLength)
    const sizeAt = at + idLength
    const sizeLength = lengthOf(bytes[sizeAt])
    if (sizeLength > 8 || sizeAt + sizeLength > bytes.length) return
    const size = sizeOf(bytes, sizeAt, sizeLength)
    const start = sizeAt + sizeLength
    if (masters.has(id)) {
      at = start
      continue
    }
    if (size === undefined) return
    const end = start + size
    if (end > bytes.length) return
    yield { id, start, end }
    at = end
  }
}

/** The length of an EBML variable-size integer: the number of leading zero bits plus one. */
function lengthOf(first: number | undefined): number {
  return first === undefined || first === 0 ? 9 : Math.clz32(first) - 23
}

function sizeOf(bytes: Buffer, at: number, length: number): number | undefined {
  let value = (bytes[at] ?? 0) & (0xff >> length)
  let isOpen = value === 0xff >> length
  for (let n = 1; n < length; n++) {
    const byte = bytes[at + n] ?? 0
    value = value * 256 + byte
    isOpen &&= byte === 0xff
  }
  return isOpen ? undefined : value
}

function unsigned(bytes: Buffer, start: number, end: number): number {
  let value = 0
  for (let at = start; at < Math.min(end, start + 8); at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}
