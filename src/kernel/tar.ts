/**
 * Tar archives in the format of POSIX (ustar), for files with a name and a mode, and folders: a header block, the content,
 * zeros up to the next block, and two blocks of zeros at the end.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
const blockBytes = 512
/** Two blocks of zeros. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes)

/** Where each field of a header begins, and how many bytes it has. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
  kind: [156, 1],
  magic: [257, 6],
  version: [263, 2],
  prefix: [345, 155],
} as const satisfies Readonly<Record<string, readonly [start: number, length: number]>>
type Field = keyof typeof fields

/** The largest size in eleven octal digits; larger ones are written in binary, as GNU tar does. */
const maxOctalSize = 8 ** 11 - 1
const binaryMark = 0x80
const kinds: Readonly<Record<string, TarMember['kind']>> = { '0': 'file', '': 'file', '5': 'folder' }

export interface TarMember {
  /** That of a folder ends with a slash. */
  readonly name: string
  /** The length of the content. */
  readonly bytes: number
  readonly mode: number
  /** `other`: links, and extensions of the format. */
  readonly kind: 'file' | 'folder' | 'other'
  /** Where in the archive the content begins. */
  readonly start: number
}

/** An archive that is read piece by piece: a file, or one in memory. */
export interface TarSource {
  readonly bytes: number
  /** Fewer bytes than asked for at the end of the archive. */
  read(position: number, length: number): Promise<Buffer>
}

export function tarInMemory(archive: Buffer): TarSource {
  return {
    bytes: archive.length,
    read: async (position, length) => archive.subarray(position, position + length),
  }
}

/** The members of an archive in their order. Throws where the archive is damaged or ends too early. */
export async function* readTar(source: TarSource): AsyncGenerator<TarMember, void, undefined> {
  for (let at = 0; ; ) {
    const head = await source.read(at, blockBytes)
    if (head.length < blockBytes) throw new Error('the archive ends too early: its end mark is missing')
    if (head.every((byte) => byte === 0)) return
    if (!isHead(head)) throw new Error(`the archive is damaged: there is no valid header at byte ${at}`)
    const member = memberIn(head, at + blockBytes)
    const end = member.start + member.bytes
    if (end > source.bytes) throw new Error(`the archive ends too early: within ${member.name}`)
    yield member
    at = end + tarPadding(member.bytes).length
  }
}

/** Whether an archive begins here. */
export async function isTar(source: TarSource): Promise<boolean> {
  return isHead(await source.read(0, blockBytes))
}

/** The header of a member, and after the content its padding. The time is in seconds since 1970. */
export function tarHead(member: Pick<TarMember, 'name' | 'bytes' | 'mode'>, time: number): Buffer {
  const { name, bytes, mode } = member
  const head = Buffer.alloc(blockBytes)
  const [prefix, rest] = splitName(name)
  const put = (field: Field, text: string) => head.write(text, fields[field][0])
  put('name', rest)
  put('mode', octal(mode, 7))
  put('owner', octal(0, 7))
  put('group', octal(0, 7))
  putSize(head, bytes)
  put('time', octal(time, 11))
  put('kind', name.endsWith('/') ? '5' : '0')
  put('magic', 'ustar')
  put('version', '00')
  put('prefix', prefix)
  put('checksum', `${octal(checksumOf(head), 6)}\0 `)
  return head
}

/** What fills the last block of a content of this length. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)
}

/** The length of an archive of contents of these lengths. */
export function tarLength(contents: readonly number[]): number {
  return contents.reduce((sum, bytes) => sum + blockBytes + bytes + tarPadding(bytes).length, tarEnd.length)
}

function memberIn(head: Buffer, start: number): TarMember {
  const [prefix, rest] = [textIn(head, 'prefix'), textIn(head, 'name')]
  const name = prefix === '' ? rest : `${prefix}/${rest}`
  const kind = kinds[textIn(head, 'kind')] ?? 'other'
  return { name, bytes: sizeIn(head, name), mode: numberIn(head, 'mode') ?? 0, kind, start }
}

function isHead(head: Buffer): boolean {
  if (head.length < blockBytes || !textIn(head, 'magic').startsWith('ustar')) return false
  return numberIn(head, 'checksum') === checksumOf(head)
}

/** The sum of all bytes, where the field of the sum itself counts as eight spaces. */
function checksumOf(head: Buffer): number {
  const [start, length] = fields.checksum
  return head.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 32 : byte), 0)
}

function putSize(head: Buffer, bytes: number): void {
  const [at] = fields.size
  if (bytes <= maxOctalSize) {
    head.write(octal(bytes, 11), at)
    return
  }
  head[at] = binaryMark
  head.writeBigUInt64BE(BigInt(bytes), at + 4)
}

function sizeIn(head: Buffer, name: string): number {
  const [at] = fields.size
  const bytes = head[at] === binaryMark ? Number(head.readBigUInt64BE(at + 4)) : numberIn(head, 'size')
  if (bytes !== undefined && Number.isSafeInteger(bytes)) return bytes
  throw new Error(`the archive is damaged: the size of ${name} cannot be read`)
}

function numberIn(head: Buffer, field: Field): number | undefined {
  // Other programs fill up with spaces.
  const text = textIn(head, field).trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined
}

function textIn(head: Buffer, field: Field): string {
  const [start, length] = fields[field]
  const [text = ''] = head.toString('utf8', start, start + length).split('\0')
  return text
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

/** A name that is longer than its field is split at a slash. */
function splitName(name: string): [prefix: string, rest: string] {
  const [maxName, maxPrefix] = [fields.name[1], fields.prefix[1]]
  if (Buffer.byteLength(name) <= maxName) return ['', name]
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= maxPrefix && Buffer.byteLength(rest) <= maxName) return [prefix, rest]
  }
  throw new Error(`${name} is too long for an archive.`)
}
