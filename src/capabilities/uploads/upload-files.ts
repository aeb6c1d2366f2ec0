import { extname, join } from 'node:path'
import { createMutex } from '../../kernel/mutex.ts'
import { fs } from '../../kernel/node.ts'
import { privateFolderMode } from '../../kernel/storage/private-files.ts'
import { mimeOfEnding } from './content/formats.ts'

const name = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/

/** Longer than any upload takes. */
const partLifeMs = 60 * 60_000

export type UploadFiles = ReturnType<typeof createUploadFiles>

/** Content-addressed storage: a file is named by its hash, so the same content is stored once. */
export function createUploadFiles(folder: string) {
  let written = 0

  return {
    folder,

    /** By the hash: no file is deleted while another task relies on it. */
    alone: createMutex<string>(),

    /** Resolves when the file is on disk under its name; a crash in between leaves an unused temporary file. */
    async put(hash: string, ending: string, bytes: Buffer): Promise<void> {
      const path = join(folder, `${hash}.${ending}`)
      if (await isThere(path)) return
      await fs.promises.mkdir(folder, { recursive: true, mode: privateFolderMode })
      const part = `${path}.${process.pid}-${++written}.part`
      try {
        await writeSafely(part, bytes)
        await fs.promises.rename(part, path)
      } catch (error) {
        await fs.promises.rm(part, { force: true })
        throw error
      }
      await syncFolder(folder)
    },

    async remove(hash: string, ending: string): Promise<void> {
      await fs.promises.rm(join(folder, `${hash}.${ending}`), { force: true })
    },

    /** The file of a URL; undefined if there is none. Whole names are matched, which prevents path traversal. */
    async find(file: string): Promise<{ path: string; mime: string } | undefined> {
      const mime = name.test(file) ? mimeOfEnding(extname(file).slice(1)) : undefined
      const path = join(folder, file)
      return mime !== undefined && (await isThere(path)) ? { path, mime } : undefined
    },

    /** Deletes temporary files of interrupted uploads. Files of a running upload on another node are newer. */
    async removeOldParts(now: number): Promise<number> {
      const files = await fs.promises.readdir(folder).catch(() => [])
      let removed = 0
      for (const file of files.filter((one) => one.endsWith('.part'))) {
        const path = join(folder, file)
        const found = await fs.promises.stat(path).catch(() => undefined)
        if (found === undefined || now - found.mtimeMs < partLifeMs) continue
        await fs.promises.rm(path, { force: true })
        removed++
      }
      return removed
    },
  }
}

async function writeSafely(path: string, bytes: Buffer): Promise<void> {
  const file = await fs.promises.open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** fsync of the directory, so that the name survives a power failure. Systems that cannot open directories skip it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await fs.promises.open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

async function isThere(path: string): Promise<boolean> {
  return fs.promises.stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
