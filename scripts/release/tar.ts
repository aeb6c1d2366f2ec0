// Tar archives in the format of POSIX (ustar), as far as a release needs it: files with a name and a mode, and folders.

export interface TarEntry {
  /** That of a folder ends with a slash. */
  readonly name: string
  readonly bytes: Buffer
  readonly isProgram?: boolean
}

const block = 512
const nameLength = 100
const prefixLength = 155

/** Reproducible: the same files always give the same bytes. */
export function makeTar(files: readonly TarEntry[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = sorted.flatMap((file) => [headOf(file), file.bytes, Buffer.alloc(padding(file.bytes.length))])
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

/** The files of an archive; folders, links and extensions of the format are left out. */
export function readTar(archive: Buffer): TarEntry[] {
  const files: TarEntry[] = []
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const head = archive.subarray(at, at + block)
    const size = Number.parseInt(textIn(head, 124, 12), 8)
    const bytes = archive.subarray(at + block, at + block + size)
    if (bytes.length < size) throw new Error('The archive ends within a file.')
    const prefix = textIn(head, 345, prefixLength)
    const name = textIn(head, 0, nameLength)
    const isProgram = (Number.parseInt(textIn(head, 100, 8), 8) & 0o100) !== 0
    if (['0', ''].includes(textIn(head, 156, 1))) {
      files.push({ name: prefix === '' ? name : `${prefix}/${name}`, bytes, isProgram })
    }
    at += block + size + padding(size)
  }
  return files
}

function headOf({ name, bytes, isProgram = false }: TarEntry): Buffer {
  const head = Buffer.alloc(block)
  const [prefix, rest] = splitName(name)
  const isFolder = name.endsWith('/')
  head.write(rest, 0)
  head.write(octal(isProgram || isFolder ? 0o755 : 0o644, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(bytes.length, 11), 124)
  head.write(octal(0, 11), 136)
  head.write(isFolder ? '5' : '0', 156)
  head.write('ustar\x0000', 257)
  head.write(prefix, 345)
  // The checksum is counted as if its own field were blank.
  head.fill(' ', 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 6)}\0 `, 148)
  return head
}

/** A long name is split at a slash. */
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= nameLength) return ['', name]
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= prefixLength && Buffer.byteLength(rest) <= nameLength) return [prefix, rest]
  }
  throw new Error(`${name} is too long for an archive.`)
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

function padding(length: number): number {
  return (block - (length % block)) % block
}

function textIn(head: Buffer, start: number, length: number): string {
  const field = head.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}
