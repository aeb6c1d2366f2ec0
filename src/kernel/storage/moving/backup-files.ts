import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database.ts'
import { privateFolderMode } from '../private-files.ts'
import { type PackedFile, unpackTar } from './tar-files.ts'

const uploadName = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/
/** The name of the database in an archive; the uploads are beside it, as beside any backup. */
const nameInArchive = 'showcaller.sqlite'

/** Copies the database and, beside it, the uploads, while both are in use. Returns the number of uploads. */
export async function backUp(db: Database, dataFolder: string, path: string): Promise<number> {
  await db.backup(path)
  // After the database: every file that the copy names was there when the copy began.
  return copyUploads(uploadsIn(dataFolder), filesBeside(path))
}

/** Copies the uploads of a backup into the data folder. */
export async function restoreUploads(backup: string, dataFolder: string): Promise<void> {
  await copyUploads(filesBeside(backup), uploadsIn(dataFolder))
}

/** The folder with the uploads of a backup. */
export function uploadsBeside(backup: string): string {
  return filesBeside(backup)
}

/** The files of a backup, for one archive. */
export async function partsOf(backup: string): Promise<PackedFile[]> {
  const beside = filesBeside(backup)
  const parts = [
    { name: nameInArchive, path: backup },
    ...(await uploadsAt(beside)).map((name) => ({ name: filesBeside(nameInArchive, name), path: join(beside, name) })),
  ]
  return Promise.all(parts.map(async (part) => ({ ...part, bytes: (await stat(part.path)).size })))
}

/** Unpacks an archive into a folder. Returns the path of the backup. */
export async function unpackBackup(archive: string, folder: string): Promise<string> {
  const prefix = filesBeside(nameInArchive, '')
  await unpackTar(archive, (name) => {
    const isUpload = name.startsWith(prefix) && uploadName.test(name.slice(prefix.length))
    return name === nameInArchive || isUpload ? join(folder, name) : undefined
  })
  return join(folder, nameInArchive)
}

function filesBeside(backup: string, file?: string): string {
  return `${backup}-uploads${file === undefined ? '' : `/${file}`}`
}

export function uploadsIn(dataFolder: string): string {
  return join(dataFolder, 'uploads')
}

async function uploadsAt(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => uploadName.test(name))
}

/** Files are named by the hash of their content, so an existing one is the same. */
export async function copyUploads(
  from: string,
  to: string,
  link?: (from: string, to: string) => Promise<void>,
): Promise<number> {
  const names = await uploadsAt(from)
  if (names.length > 0) await mkdir(to, { recursive: true, mode: privateFolderMode })
  for (const name of names) {
    const isThere = await stat(join(to, name)).then(
      () => true,
      () => false,
    )
    if (isThere || (await isLinked(join(from, name), join(to, name), link))) continue
    const part = join(to, `${name}.part`)
    try {
      await copyFile(join(from, name), part)
      await rename(part, join(to, name))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
  return names.length
}

/** Links work only within one file system. */
async function isLinked(
  from: string,
  to: string,
  link?: (from: string, to: string) => Promise<void>,
): Promise<boolean> {
  if (link === undefined) return false
  return link(from, to).then(
    () => true,
    () => false,
  )
}
