import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The ustar format: a header block, the file, zeros up to the next block. */
const blockBytes = 512
const chunkBytes = 1024 * 1024
/** The largest size in eleven octal digits; larger ones are written in binary, as GNU tar does. */
const maxOctal = 8 ** 11 - 1
const places = { name: 0, mode: 100, owner: 108, group: 116, size: 124, time: 136, sum: 148, kind: 156, magic: 257 }

export interface TarEntry {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

export function tarBytes(entries: readonly TarEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + blockBytes + padded(bytes), 2 * blockBytes)
}

export async function* tarOf(entries: readonly TarEntry[]): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    yield headOf(entry)
    // No more than the header says, in case the file has grown.
    if (entry.bytes > 0) yield* createReadStream(entry.path, { end: entry.bytes - 1, highWaterMark: chunkBytes })
    yield Buffer.alloc(padded(entry.bytes) - entry.bytes)
  }
  yield Buffer.alloc(2 * blockBytes)
}

/** Whether a file is a tar archive. */
export async function isTar(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return isHead(await read(file, 0, blockBytes))
  } finally {
    await file.close()
  }
}

/** Unpacks each entry to the path that `placeFor` returns, and throws for an unexpected entry. */
export async function unpackTar(path: string, placeFor: (name: string) => string | undefined): Promise<void> {
  const file = await open(path)
  try {
    for (let at = 0; ; ) {
      const head = await read(file, at, blockBytes)
      if (head.length < blockBytes || head.every((byte) => byte === 0)) return
      if (!isHead(head)) throw new Error('the archive is damaged')
      const name = textIn(head, places.name, 100)
      const bytes = sizeIn(head)
      const place = placeFor(name)
      if (place === undefined) throw new Error(`the archive holds ${name}, which is not part of a backup`)
      await writePart(file, at + blockBytes, bytes, place)
      at += blockBytes + padded(bytes)
    }
  } finally {
    await file.close()
  }
}

async function writePart(from: FileHandle, start: number, bytes: number, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  const to = await open(place, 'wx', 0o600)
  try {
    for (let done = 0; done < bytes; ) {
      const part = await read(from, start + done, Math.min(chunkBytes, bytes - done))
      if (part.length === 0) throw new Error('the archive ends too early')
      await to.writeFile(part)
      done += part.length
    }
    await to.sync()
  } finally {
    await to.close()
  }
}

function headOf({ name, bytes }: TarEntry): Buffer {
  const head = Buffer.alloc(blockBytes)
  head.write(name, places.name)
  for (const [at, value] of [
    [places.mode, '0000600'],
    [places.owner, '0000000'],
    [places.group, '0000000'],
    [places.time, octal(Math.floor(Date.now() / 1000))],
    [places.kind, '0'],
    [places.magic, 'ustar\x0000'],
  ] as const)
    head.write(value, at)
  if (bytes <= maxOctal) head.write(octal(bytes), places.size)
  else {
    head[places.size] = 0x80
    head.writeBigUInt64BE(BigInt(bytes), places.size + 4)
  }
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, places.sum)
  return head
}

function sizeIn(head: Buffer): number {
  const isBinary = head[places.size] === 0x80
  const bytes = isBinary
    ? Number(head.readBigUInt64BE(places.size + 4))
    : Number.parseInt(textIn(head, places.size, 12), 8)
  if (!Number.isSafeInteger(bytes)) throw new Error('the archive is damaged')
  return bytes
}

function isHead(head: Buffer): boolean {
  if (head.length < blockBytes || textIn(head, places.magic, 5) !== 'ustar') return false
  return Number.parseInt(textIn(head, places.sum, 7), 8) === sumOf(head)
}

/** The checksum counts its own field as eight spaces. */
function sumOf(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= places.sum && at < places.sum + 8 ? 32 : byte), 0)
}

function textIn(head: Buffer, at: number, length: number): string {
  const [text = ''] = head.toString('latin1', at, at + length).split('\0')
  return text
}

function octal(value: number): string {
  return value.toString(8).padStart(11, '0')
}

function padded(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
