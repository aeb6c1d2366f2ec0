import { type App, createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { fs } from '../node-fs.ts'
import { FolderInUse, type FolderLock, FolderNotWritable, lockFolder } from '../storage/folder-lock.ts'
import { privateFolderMode, tightenDataFolder } from '../storage/private-files.ts'
import { UnusableDatabase } from '../storage/unusable-database.ts'
import { cliMessages as messages } from './messages.ts'

/** Opens the data for the duration of one command. */
export async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const lock = lockDataFolder(config)
  try {
    const app = await createApp(config).catch((error: unknown) => {
      if (error instanceof UnusableDatabase) throw new ConfigError(`${error.message}.`)
      throw error
    })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  } finally {
    lock.release()
  }
}

/** Locks the data folder, or says in one line why it cannot. PostgreSQL needs no lock: several nodes share it. */
export function lockDataFolder({ dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>): FolderLock {
  if (databaseUrl !== undefined) {
    // The control socket, sounds and uploads are stored here all the same.
    fs.mkdirSync(dataFolder, { recursive: true, mode: privateFolderMode })
    reportOpenFiles(tightenDataFolder(dataFolder))
    return { release() {} }
  }
  try {
    const lock = lockFolder(dataFolder)
    reportOpenFiles(tightenDataFolder(dataFolder))
    return lock
  } catch (error) {
    if (error instanceof FolderInUse || error instanceof FolderNotWritable) throw new ConfigError(`${error.message}.`)
    throw error
  }
}

/** Not an error: the folder may belong to another user on purpose, and access was granted by its group. */
function reportOpenFiles(paths: readonly string[]): void {
  if (paths.length > 0) process.stderr.write(`${messages.filesOpenToOthers({ paths: paths.join(', ') })}\n`)
}
