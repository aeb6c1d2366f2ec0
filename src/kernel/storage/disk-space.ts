import { dirname } from 'node:path'
import { fs } from '../node.ts'

/** Less than this is full: SQLite writes pages of 4 KiB, several for each commit. */
const leastBytes = 256 * 1024

/** No space, a quota that is used up, a file that may not grow. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error of the file system says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(String((error as { code?: unknown } | null | undefined)?.code))
}

/** Whether the disk of this file is full, for errors that do not say it. */
export function lacksSpace(path: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(dirname(path))
    return bavail * bsize < leastBytes
  } catch {
    // The folder is gone, which is another problem.
    return false
  }
}
