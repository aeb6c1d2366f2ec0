import { closeSync, cpSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataOrder, makeData } from './make-data.ts'
import { startWorker } from './processes.ts'
import type { Sizes } from './sizes.ts'

export interface Data {
  readonly folder: string
  readonly keys: readonly string[]
}

/** Data of one size is made once for all parts; a part gets copies of its own in `folder`. */
export function createLibrary(originals: string, folder: string, { keys, sharesProcesses }: Sizes) {
  let copies = 0

  async function original(viewers: number): Promise<Data> {
    const path = join(originals, `viewers-${viewers}`)
    const keysFile = `${path}.keys.json`
    // Written last, so that data which was not finished is not taken for the whole.
    if (!existsSync(keysFile)) writeFileSync(keysFile, JSON.stringify(await make({ folder: path, viewers, keys })))
    return { folder: path, keys: JSON.parse(readFileSync(keysFile, 'utf8')) as string[] }
  }

  async function make({ folder: path, ...size }: DataOrder): Promise<string[]> {
    if (sharesProcesses) return makeData(path, size)
    const maker = startWorker<DataOrder, string[]>('make-data.ts')
    try {
      return await maker.run({ folder: path, ...size })
    } finally {
      await maker.close()
    }
  }

  return {
    async copy(viewers: number): Promise<Data> {
      const { folder: from, keys: ofAll } = await original(viewers)
      const path = join(folder, `data-${++copies}`)
      cpSync(from, path, { recursive: true })
      syncFiles(path)
      return { folder: path, keys: ofAll }
    },
  }
}

/** A copy is on disk before it is used: otherwise the system writes it while something is measured. */
function syncFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = openSync(join(entry.parentPath, entry.name), 'r+')
    fsyncSync(file)
    closeSync(file)
  }
}
