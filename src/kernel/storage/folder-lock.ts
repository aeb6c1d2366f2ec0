import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fs } from '../node.ts'
import { privateFolderMode } from './private-files.ts'
import { isBusy } from './sqlite/errors.ts'

export class FolderInUse extends Error {}
export class FolderNotWritable extends Error {}

export interface FolderLock {
  release(): void
}

/**
 * One process at a time owns a data folder. The operating system releases the file lock with its process, so a killed
 * server never leaves a stale one.
 */
export function lockFolder(folder: string): FolderLock {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: privateFolderMode })
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.R_OK | fs.constants.X_OK)
  } catch (error) {
    throw new FolderNotWritable(`the data folder ${folder} cannot be written`, { cause: error })
  }
  let lock: DatabaseSync
  try {
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 200 })
  } catch (error) {
    throw new FolderNotWritable(`the data folder ${folder} cannot be written`, { cause: error })
  }
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) {
      throw new FolderInUse(`the data folder ${folder} is in use by another Showcaller`, { cause: error })
    }
    throw new FolderNotWritable(`the data folder ${folder} cannot be written`, { cause: error })
  }
  return {
    release() {
      lock.exec('ROLLBACK')
      lock.close()
    },
  }
}
