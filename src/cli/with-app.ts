import { join } from 'node:path'
import type { Config } from '../app/config/config.ts'
import { ConfigError } from '../app/config/config-values.ts'
import { type App, createApp } from '../app.ts'
import { fs } from '../kernel/node.ts'
import { listBackups } from '../kernel/storage/backups.ts'
import { isDiskFull } from '../kernel/storage/disk-space.ts'
import { FolderInUse, type FolderLock, FolderNotWritable, lockFolder } from '../kernel/storage/folder-lock.ts'
import { assertNotLost, databaseFile } from '../kernel/storage/open.ts'
import { privateFolderMode, tightenDataFolder } from '../kernel/storage/private-files.ts'
import { isFull } from '../kernel/storage/sqlite/errors.ts'
import { asUnusable, LostData, NewerDatabase, UnusableDatabase } from '../kernel/storage/unusable-database.ts'
import { cliMessages as messages } from './messages.ts'

/** Opens the data for the duration of one command. Where there is no database, none is created. */
export async function withApp<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const mustExist = true
  // Before the lock, which would create the folder.
  inOneLine(config, () => config.databaseUrl === undefined && assertNotLost(config.dataFolder, { mustExist }))
  const lock = lockDataFolder(config)
  try {
    const app = await createApp(config, { mustExist }).catch((error: unknown) => {
      throw asConfigError(config, error)
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

/** An error that the operator can act on is one line and exit code 2; any other one is a bug and keeps its stack. */
export function asConfigError({ dataFolder, backups }: Config, error: unknown): unknown {
  const known = asUnusable(error, databaseFile(dataFolder))
  if (known instanceof NewerDatabase) return new ConfigError(`${withWayBack(known.message, backups?.folder)}.`)
  if (known instanceof LostData) return new ConfigError(`${known.messageWith(backups?.folder)}.`)
  return known instanceof UnusableDatabase ? new ConfigError(`${known.message}.`) : error
}

/** The newer version has made a backup before it converted the data. */
function withWayBack(problem: string, folder: string | undefined): string {
  const backup = folder === undefined ? undefined : listBackups(folder).find(({ kind }) => kind === 'migration')?.path
  return backup === undefined ? problem : messages.restoreFromBefore({ problem, backup })
}

function inOneLine(config: Config, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    throw asConfigError(config, error)
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
    removeUnfinishedRestores(dataFolder)
    reportOpenFiles(tightenDataFolder(dataFolder))
    return lock
  } catch (error) {
    if (
      error instanceof FolderNotWritable &&
      (isDiskFull(error.cause) || isFull(error.cause, databaseFile(dataFolder)))
    ) {
      throw new ConfigError(messages.diskFull({ folder: dataFolder }))
    }
    if (error instanceof FolderInUse || error instanceof FolderNotWritable) throw new ConfigError(`${error.message}.`)
    throw error
  }
}

/** What a restore had unpacked when it was killed. Whoever has the lock is alone in the folder. */
function removeUnfinishedRestores(dataFolder: string): void {
  for (const name of fs.readdirSync(dataFolder)) {
    if (/^restore-\w{6}$/.test(name)) fs.rmSync(join(dataFolder, name), { recursive: true, force: true })
  }
}

/** Not an error: the folder may belong to another user on purpose, and access was granted by its group. */
function reportOpenFiles(paths: readonly string[]): void {
  if (paths.length > 0) process.stderr.write(`${messages.filesOpenToOthers({ paths: paths.join(', ') })}\n`)
}
