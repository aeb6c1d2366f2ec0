import { crc32, inflateRawSync } from 'node:zlib'

export interface ZipFile {
  readonly name: string
  read(): Buffer
}

/** The files that the directory of a zip file lists. Throws when the directory is damaged. */
export function readZip(zip: Buffer): ZipFile[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end === -1) throw new Error('The zip file has no directory.')
  const files: ZipFile[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02')
      throw new Error('The directory of the zip file is damaged.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const row = at
    files.push({ name, read: () => readMember(zip, row, name) })
    at += 46 + nameLength + extraLength + commentLength
  }
  if (at !== end) throw new Error('The directory of the zip file has another length than it says.')
  return files
}

function readMember(zip: Buffer, row: number, name: string): Buffer {
  const [crc, packedLength, length] = [16, 20, 24].map((field) => zip.readUInt32LE(row + field))
  const local = zip.readUInt32LE(row + 42)
  const localName = zip.toString('utf8', local + 30, local + 30 + zip.readUInt16LE(local + 26))
  if (zip.toString('latin1', local, local + 4) !== 'PK\x03\x04' || localName !== name) {
    throw new Error(`${name} is not where the directory of the zip file says.`)
  }
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + (packedLength ?? 0))
  const bytes = zip.readUInt16LE(row + 10) === 0 ? packed : inflateRawSync(packed)
  if (bytes.length !== length || crc32(bytes) !== crc) throw new Error(`${name} is damaged in the zip file.`)
  return bytes
}
