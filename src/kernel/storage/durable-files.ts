import { fs } from '../node.ts'

/** When it returns, the content of the file is on disk. */
export function syncFile(path: string): void {
  const file = fs.openSync(path, 'r+')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}

/** After it, names that were added, renamed or removed survive a power failure. Systems that cannot do it skip it. */
export function syncFolder(path: string): void {
  let folder: number | undefined
  try {
    folder = fs.openSync(path, 'r')
    fs.fsyncSync(folder)
  } catch {
    // Windows cannot open a folder.
  } finally {
    if (folder !== undefined) fs.closeSync(folder)
  }
}

/** A SQLite database consists of a file and what SQLite keeps beside it. */
export const databaseParts = ['', '-wal', '-shm', '-journal'] as const

export function removeDatabase(path: string): void {
  for (const part of databaseParts) fs.rmSync(path + part, { force: true })
}
