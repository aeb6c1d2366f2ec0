import { type App, createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { FolderInUse, FolderNotWritable, lockFolder } from '../storage/lock.ts'

/** Opens the data for the length of one command. */
export async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const lock = takeFolder(config.dataFolder)
  try {
    const app = await createApp(config)
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  } finally {
    lock.release()
  }
}

/** The folder's lock, or one clear line why it cannot be had. */
export function takeFolder(folder: string) {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUse || error instanceof FolderNotWritable) throw new ConfigError(`${error.message}.`)
    throw error
  }
}
