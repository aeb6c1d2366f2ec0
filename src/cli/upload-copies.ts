import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

const uploadName = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/

/** Beside a backup of the database stand the files that the broadcaster uploaded. */
export function filesBeside(backup: string): string {
  return `${backup}-uploads`
}

export function uploadsIn(dataFolder: string): string {
  return join(dataFolder, 'uploads')
}

/** Files are named by what they hold, so one that is there already is the same. Answers how many there are. */
export async function copyUploads(from: string, to: string): Promise<number> {
  const names = (await readdir(from).catch(() => [])).filter((name) => uploadName.test(name))
  if (names.length > 0) await mkdir(to, { recursive: true })
  for (const name of names) {
    const isThere = await stat(join(to, name)).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    await copyFile(join(from, name), join(to, `${name}.part`))
    await rename(join(to, `${name}.part`), join(to, name))
  }
  return names.length
}
