import { extname, join } from 'node:path'
import { fs } from '../../node-fs.ts'
import { mimeOfEnding } from './content/formats.ts'

const name = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/

/** No upload takes as long. */
const partLifeMs = 60 * 60_000

export type UploadFiles = ReturnType<typeof createUploadFiles>

/** The files themselves, named by what they hold: the same file twice is one file. */
export function createUploadFiles(folder: string) {
  const busy = new Map<string, Promise<unknown>>()
  let written = 0

  return {
    folder,

    /** Nobody removes a file while somebody else relies on finding it there. */
    async alone<T>(hash: string, work: () => Promise<T>): Promise<T> {
      const before = busy.get(hash)
      const mine = (before ?? Promise.resolve()).then(work, work)
      const settled = mine.catch(() => {})
      busy.set(hash, settled)
      try {
        return await mine
      } finally {
        if (busy.get(hash) === settled) busy.delete(hash)
      }
    },

    /** On disk, with its name, when this resolves; a cut in between leaves a part that nobody asks for. */
    async put(hash: string, ending: string, bytes: Buffer): Promise<void> {
      const path = join(folder, `${hash}.${ending}`)
      if (await isThere(path)) return
      await fs.promises.mkdir(folder, { recursive: true })
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

    /** The file of an address; undefined when there is none. Names are matched whole, so nothing else is reached. */
    async find(file: string): Promise<{ path: string; mime: string } | undefined> {
      const mime = name.test(file) ? mimeOfEnding(extname(file).slice(1)) : undefined
      const path = join(folder, file)
      return mime !== undefined && (await isThere(path)) ? { path, mime } : undefined
    },

    /** Parts of files whose upload was cut off by the end of a server. Those of another one at work are younger. */
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

/** So that the name survives a power cut as well. Some systems do not open folders; they keep it anyway. */
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
