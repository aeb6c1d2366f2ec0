import { open, rename, rm } from 'node:fs/promises'
import { createHash, zlib } from '../../../kernel/node.ts'
import type { StoreColumns } from './title-store.ts'

/** Why a file is not used. */
export type IndexProblem = 'missing' | 'damaged' | 'of another catalogue'

type Column = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** The first line of the file, as JSON. The bytes of the columns follow, in this order. */
interface Header {
  /** The hash of the catalogue that was indexed. */
  readonly catalogue: string
  /** CRC-32 of all columns. */
  readonly checksum: number
  readonly columns: readonly (readonly [part: string, name: string, type: keyof typeof types, length: number])[]
}

const types = { Uint8Array, Uint16Array, Uint32Array, Float64Array }
const maxHeaderBytes = 4096
const chunkBytes = 128 * 1024

export function hashCatalogue(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The same without the whole file in memory, which malloc would keep for a while. */
export async function hashCatalogueFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const part = Buffer.alloc(chunkBytes)
  const file = await open(path, 'r')
  try {
    for (let read = await file.read(part); read.bytesRead > 0; read = await file.read(part))
      hash.update(part.subarray(0, read.bytesRead))
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** The buffers of all columns, each with its own: a column grows by itself when categories are added. */
export function columnsIn(index: StoreColumns): Column[] {
  return Object.values(index).flatMap((part) => Object.values(part as Record<string, Column>))
}

/** Reads the index of the catalogue with this hash. */
export async function readIndexFile(path: string, catalogue: string): Promise<StoreColumns | IndexProblem> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => error)
  if (file instanceof Error) return file.code === 'ENOENT' ? 'missing' : 'damaged'
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
    const headerBytes = buffer.subarray(0, bytesRead).indexOf('\n') + 1
    const header = JSON.parse(buffer.toString('utf8', 0, headerBytes)) as Header
    if (header.catalogue !== catalogue) return 'of another catalogue'
    const index: Record<string, Record<string, Column>> = {}
    const columns = header.columns.map(([part, name, type, length]) => {
      const column = new types[type](length)
      index[part] = { ...index[part], [name]: column }
      return column
    })
    const filled = await file.readv(columns, headerBytes)
    const expected = columns.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const isWhole = filled.bytesRead === expected && checksumOf(columns) === header.checksum
    return isWhole ? (index as unknown as StoreColumns) : 'damaged'
  } catch {
    return 'damaged'
  } finally {
    await file.close()
  }
}

/** The file gets its name when it is complete, so that a server that starts meanwhile reads the old one or the new one. */
export async function writeIndexFile(path: string, catalogue: string, index: StoreColumns): Promise<void> {
  const columns = columnsIn(index)
  const header: Header = {
    catalogue,
    checksum: checksumOf(columns),
    columns: Object.entries(index).flatMap(([part, named]) =>
      Object.entries(named as Record<string, Column>).map(
        ([name, column]) => [part, name, column.constructor.name as keyof typeof types, column.length] as const,
      ),
    ),
  }
  const line = Buffer.from(`${JSON.stringify(header)}\n`)
  if (line.length > maxHeaderBytes) throw new Error(`a header of ${line.length} bytes is not read`)
  const draft = `${path}.${crypto.randomUUID()}.part`
  try {
    const file = await open(draft, 'wx')
    try {
      await file.writev([line, ...columns])
      // Everything in it is public, and another user may start the server.
      await file.chmod(0o644)
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function checksumOf(columns: readonly Column[]): number {
  const { crc32 } = zlib()
  return columns.reduce((sum, { buffer, byteOffset, byteLength }) => {
    return crc32(new Uint8Array(buffer, byteOffset, byteLength), sum)
  }, 0)
}
