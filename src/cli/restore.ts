import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../app/config/config.ts'
import { ConfigError } from '../app/config/config-values.ts'
import { isDiskFull } from '../kernel/storage/disk-space.ts'
import { openBackup } from '../kernel/storage/moving/archive.ts'
import { isEncrypted } from '../kernel/storage/moving/encryption.ts'
import { restoreDatabase } from '../kernel/storage/moving/restore-database.ts'
import { databaseFile } from '../kernel/storage/open.ts'
import { privateFolderMode } from '../kernel/storage/private-files.ts'
import { isFull } from '../kernel/storage/sqlite/errors.ts'
import { UnusableDatabase } from '../kernel/storage/unusable-database.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { cliMessages as messages } from './messages.ts'
import { lockDataFolder } from './with-app.ts'

/** Restores a backup. The previous database is kept next to it, so that a wrong file loses no data. */
export async function restore(config: Config, given: string | undefined): Promise<number> {
  if (given === undefined) throw new ConfigError(messages.fileRequired({ command: 'restore' }))
  const { dataFolder, databaseUrl } = config
  // The panel names a backup within the data folder, since it shows no paths of the machine.
  const folders = [dataFolder, ...(config.backups?.folder === undefined ? [] : [config.backups.folder])]
  const file = [given, ...folders.map((folder) => join(folder, given))].find((path) => existsSync(path))
  if (file === undefined) throw new ConfigError(messages.fileMissing({ file: given }))
  const sealed = await isEncrypted(file)
  const passphrase = sealed ? await askPassphrase(config, { isNew: false }) : undefined
  const lock = databaseUrl === undefined ? lockDataFolder(config) : undefined
  let kept: string | undefined
  let unpacked: string | undefined
  try {
    mkdirSync(dataFolder, { recursive: true, mode: privateFolderMode })
    unpacked = mkdtempSync(join(dataFolder, 'restore-'))
    kept = await restoreDatabase(await openBackup(file, unpacked, passphrase), config)
  } catch (error) {
    if (isDiskFull(error) || isFull(error, databaseFile(dataFolder)))
      throw new ConfigError(messages.diskFull({ folder: dataFolder }))
    const isBackup = sealed || databaseUrl !== undefined || error instanceof UnusableDatabase
    const text = isBackup ? messages.cannotRestore : messages.notABackup
    throw new ConfigError(text({ file, reason: (error as Error).message }))
  } finally {
    if (unpacked !== undefined) rmSync(unpacked, { recursive: true, force: true })
    lock?.release()
  }
  const text = kept === undefined ? messages.restored({ file }) : messages.restoredKeepingOld({ file, kept })
  process.stdout.write(`${text}\n`)
  return 0
}
