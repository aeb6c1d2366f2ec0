import { type FileHandle, open } from 'node:fs/promises'
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from '../../node.ts'
import { defineMessages } from '../../text/message.ts'

/**
 * An encrypted backup, described for other programs in docs/backups.md: a header, then the archive in chunks of AES-256-GCM.
 * The nonce of a chunk holds its number and whether it is the last one (the STREAM construction of Hoang, Reyhanitabar,
 * Rogaway and Vizár), so chunks that are missing, swapped or cut off are noticed. Memory use does not depend on the size.
 */
const magic = Buffer.from('SCBACKUP')
const formatVersion = 1
const places = { version: 8, cost: 9, blockSize: 10, parallelism: 11, chunkBytes: 12, salt: 16, nonce: 32, mac: 40 }
const headerBytes = 72
const saltBytes = 16
const noncePrefixBytes = 7
const tagBytes = 16
const keyBytes = 32
const cipherName = 'aes-256-gcm'

/** The parameters of scrypt that OWASP recommends, in the variant with 64 MiB of memory. */
export const defaultCost = { cost: 16, blockSize: 8, parallelism: 2 }
const writtenChunkBytes = 256 * 1024
/** A file with higher values is refused, because it could exhaust the memory. */
const max = { cost: 20, blockSize: 16, parallelism: 16, chunkBytes: 16 * 1024 * 1024 }

const messages = defineMessages('storage.encryption', {
  wrongPassphrase: 'the passphrase is wrong',
  damaged: 'the encrypted backup is damaged or incomplete',
  newer: 'the backup was encrypted by a newer Showcaller (format {found}, this one knows {known})',
})

export class WrongPassphrase extends Error {}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return (await read(file, 0, magic.length)).equals(magic)
  } finally {
    await file.close()
  }
}

export async function* encrypt(
  plain: AsyncIterable<Buffer>,
  passphrase: string,
  { cost, blockSize, parallelism } = defaultCost,
): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(headerBytes)
  magic.copy(header)
  header.writeUInt8(formatVersion, places.version)
  header.writeUInt8(cost, places.cost)
  header.writeUInt8(blockSize, places.blockSize)
  header.writeUInt8(parallelism, places.parallelism)
  header.writeUInt32BE(writtenChunkBytes, places.chunkBytes)
  randomBytes(saltBytes).copy(header, places.salt)
  randomBytes(noncePrefixBytes).copy(header, places.nonce)
  const keys = await keysOf(passphrase, header)
  macOf(header, keys.mac).copy(header, places.mac)
  yield header

  let waiting: Buffer = Buffer.alloc(0)
  let count = 0
  for await (const part of plain) {
    waiting = waiting.length === 0 ? part : Buffer.concat([waiting, part])
    // One chunk is always held back: whether it is the last one is known only at the end.
    while (waiting.length > writtenChunkBytes) {
      yield seal(waiting.subarray(0, writtenChunkBytes), false)
      waiting = waiting.subarray(writtenChunkBytes)
    }
  }
  yield seal(waiting, true)

  function seal(chunk: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv(cipherName, keys.cipher, nonceOf(header, count++, isLast))
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** The archive inside. The message of an error has no full stop. */
export async function* decrypt(path: string, passphrase: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const header = await read(file, 0, headerBytes)
    const chunkBytes = readHeader(header)
    const keys = await keysOf(passphrase, header)
    if (!timingSafeEqual(macOf(header, keys.mac), header.subarray(places.mac))) {
      throw new WrongPassphrase(messages.wrongPassphrase())
    }
    const { size } = await file.stat()
    for (let [at, count] = [headerBytes, 0]; ; count++) {
      const sealed = await read(file, at, chunkBytes + tagBytes)
      at += sealed.length
      const isLast = at >= size
      yield opened(sealed, keys.cipher, nonceOf(header, count, isLast))
      if (isLast) return
    }
  } finally {
    await file.close()
  }
}

function opened(sealed: Buffer, key: Buffer, nonce: Buffer): Buffer {
  if (sealed.length < tagBytes) throw new Error(messages.damaged())
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
  } catch (error) {
    throw new Error(messages.damaged(), { cause: error })
  }
}

/** Returns the size of the chunks. */
function readHeader(header: Buffer): number {
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new Error(messages.damaged())
  const found = header.readUInt8(places.version)
  if (found !== formatVersion) throw new Error(messages.newer({ found, known: formatVersion }))
  const { cost, blockSize, parallelism } = costIn(header)
  const chunkBytes = header.readUInt32BE(places.chunkBytes)
  const isSane =
    inRange(cost, max.cost) &&
    inRange(blockSize, max.blockSize) &&
    inRange(parallelism, max.parallelism) &&
    inRange(chunkBytes, max.chunkBytes)
  if (!isSane) throw new Error(messages.damaged())
  return chunkBytes
}

function inRange(value: number, highest: number): boolean {
  return value >= 1 && value <= highest
}

function costIn(header: Buffer) {
  return {
    cost: header.readUInt8(places.cost),
    blockSize: header.readUInt8(places.blockSize),
    parallelism: header.readUInt8(places.parallelism),
  }
}

/** Of the salt and the cost in the header. One half encrypts; the other proves that the passphrase is right. */
function keysOf(passphrase: string, header: Buffer): Promise<{ cipher: Buffer; mac: Buffer }> {
  const { cost, blockSize, parallelism } = costIn(header)
  const salt = header.subarray(places.salt, places.salt + saltBytes)
  const iterations = 2 ** cost
  const options = { N: iterations, r: blockSize, p: parallelism, maxmem: 256 * iterations * blockSize }
  return new Promise((resolve, reject) => {
    // NFKC, so that a passphrase typed on another system is the same.
    scrypt(passphrase.normalize('NFKC'), salt, 2 * keyBytes, options, (error, both) => {
      if (error) reject(error)
      else resolve({ cipher: both.subarray(0, keyBytes), mac: both.subarray(keyBytes) })
    })
  })
}

function macOf(header: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(header.subarray(0, places.mac)).digest()
}

function nonceOf(header: Buffer, count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  header.copy(nonce, 0, places.nonce, places.nonce + noncePrefixBytes)
  nonce.writeUInt32BE(count, noncePrefixBytes)
  nonce.writeUInt8(isLast ? 1 : 0, noncePrefixBytes + 4)
  return nonce
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return buffer.subarray(0, done)
}
