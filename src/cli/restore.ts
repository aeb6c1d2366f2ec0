import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { isDiskFull } from '../storage/disk-space.ts'
import { restoreUploads, unpackBackup } from '../storage/moving/backup-files.ts'
import { isTar } from '../storage/moving/tar.ts'
import { databaseFile } from '../storage/open.ts'
import { isFull } from '../storage/sqlite/errors.ts'
import { replaceDatabase } from '../storage/sqlite/files.ts'
import { UnusableDatabase } from '../storage/unusable-database.ts'
import { cliMessages as messages } from './messages.ts'
import { lockDataFolder } from './with-app.ts'

/** Restores a backup. The previous database is kept next to it, so that a wrong file loses no data. */
export async function restore(config: Config, given: string | undefined): Promise<number> {
  if (given === undefined) throw new ConfigError(messages.fileRequired({ command: 'restore' }))
  const { dataFolder, databaseUrl } = config
  // The panel names a backup within the data folder, since it shows no paths of the machine.
  const file = [given, join(dataFolder, given)].find((path) => existsSync(path))
  if (file === undefined) throw new ConfigError(messages.fileMissing({ file: given }))
  const lock = databaseUrl === undefined ? lockDataFolder(config) : undefined
  const kept = join(dataFolder, `before-restore-${Date.now()}.sqlite`)
  let unpacked: string | undefined
  try {
    mkdirSync(dataFolder, { recursive: true })
    unpacked = (await isTar(file)) ? mkdtempSync(join(dataFolder, 'restore-')) : undefined
    const backup = unpacked === undefined ? file : await unpackBackup(file, unpacked)
    // Uploads are only added, so they come first: a disk that is full then leaves the previous database in place.
    const uploads = () => restoreUploads(backup, dataFolder)
    if (databaseUrl === undefined) await replaceDatabase(databaseFile(dataFolder), backup, kept, uploads)
    else {
      const { fillPostgres } = await import('../storage/moving/fill-postgres.ts')
      await fillPostgres(backup, databaseUrl, { keptAs: kept })
      await uploads()
    }
  } catch (error) {
    if (isDiskFull(error) || isFull(error, databaseFile(dataFolder)))
      throw new ConfigError(messages.diskFull({ folder: dataFolder }))
    const isBackup = databaseUrl !== undefined || error instanceof UnusableDatabase
    const text = isBackup ? messages.cannotRestore : messages.notABackup
    throw new ConfigError(text({ file, reason: (error as Error).message }))
  } finally {
    if (unpacked !== undefined) rmSync(unpacked, { recursive: true, force: true })
    lock?.release()
  }
  const text = existsSync(kept) ? messages.restoredKeepingOld({ file, kept }) : messages.restored({ file })
  process.stdout.write(`${text}\n`)
  return 0
}
