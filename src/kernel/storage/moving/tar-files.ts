import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isTar, readTar, type TarSource, tarEnd, tarHead, tarLength, tarPadding } from '../../tar.ts'

const chunkBytes = 1024 * 1024
const privateMode = 0o600

/** A file that is packed under another name. */
export interface PackedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

export function tarBytes(files: readonly PackedFile[]): number {
  return tarLength(files.map(({ bytes }) => bytes))
}

export async function* tarOf(files: readonly PackedFile[]): AsyncGenerator<Buffer> {
  for (const { name, path, bytes } of files) {
    yield tarHead({ name, bytes, mode: privateMode }, Math.floor(Date.now() / 1000))
    // No more than the header says, in case the file has grown.
    if (bytes > 0) yield* createReadStream(path, { end: bytes - 1, highWaterMark: chunkBytes })
    yield tarPadding(bytes)
  }
  yield tarEnd
}

/** Whether a file is a tar archive. */
export async function isTarFile(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return await isTar(await sourceOf(file))
  } finally {
    await file.close()
  }
}

/** Unpacks each file to the path that `placeFor` returns, and throws for an unexpected one. */
export async function unpackTar(path: string, placeFor: (name: string) => string | undefined): Promise<void> {
  const file = await open(path)
  try {
    const source = await sourceOf(file)
    for await (const { name, kind, start, bytes } of readTar(source)) {
      const place = kind === 'file' ? placeFor(name) : undefined
      if (place === undefined) throw new Error(`the archive holds ${name}, which is not part of a backup`)
      await writePart(source, start, bytes, place)
    }
  } finally {
    await file.close()
  }
}

async function writePart(from: TarSource, start: number, bytes: number, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  const to = await open(place, 'wx', privateMode)
  try {
    for (let done = 0; done < bytes; ) {
      const part = await from.read(start + done, Math.min(chunkBytes, bytes - done))
      if (part.length === 0) throw new Error('the archive became shorter while it was read')
      await to.writeFile(part)
      done += part.length
    }
    await to.sync()
  } finally {
    await to.close()
  }
}

async function sourceOf(file: FileHandle): Promise<TarSource> {
  return {
    bytes: (await file.stat()).size,
    async read(position, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
  }
}
