import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: Buffer
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const needsVersion = 20
const utf8Names = 0x0800
const deflated = 8
/** 1 January 1980, 00:00, the earliest time in a zip file. */
const date = 0x0021
const time = 0

/** Reproducible: the same files always give the same bytes. */
export function makeZip(files: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const title = Buffer.from(name)
    const common = commonHead(bytes, packed, title)
    const local = Buffer.concat([uint32(localSignature), common, title, packed])
    // Version made by 2.0, no comment, first disk, no attributes, then the offset of the local header.
    const central = [uint32(centralSignature), uint16(needsVersion), common, Buffer.alloc(10), uint32(offset), title]
    directory.push(Buffer.concat(central))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const counts = Buffer.concat([uint16(files.length), uint16(files.length), uint32(listed.length), uint32(offset)])
  return Buffer.concat([...parts, listed, uint32(endSignature), Buffer.alloc(4), counts, uint16(0)])
}

/** The fields that both headers of a file share: version, flags, method, time, date, CRC, sizes, name lengths. */
function commonHead(bytes: Buffer, packed: Buffer, title: Buffer): Buffer {
  const words = [needsVersion, utf8Names, deflated, time, date].map(uint16)
  const sizes = [crc32(bytes), packed.length, bytes.length].map(uint32)
  return Buffer.concat([...words, ...sizes, uint16(title.length), uint16(0)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
