import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { restoreUploads, unpackBackup } from '../storage/moving/backup-files.ts'
import { isTar } from '../storage/moving/tar.ts'
import { databaseFile } from '../storage/open.ts'
import { replaceDatabase } from '../storage/sqlite/files.ts'
import { UnusableDatabase } from '../storage/unusable-database.ts'
import { takeFolder } from './with-app.ts'

/** Puts a backup back. What was there is kept beside it, so that a wrong file loses nothing. */
export async function restore(config: Config, file: string | undefined): Promise<number> {
  if (file === undefined) throw new ConfigError('restore needs the name of a file.')
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist.`)
  const { dataFolder, databaseUrl } = config
  const lock = databaseUrl === undefined ? takeFolder(config) : undefined
  const kept = join(dataFolder, `before-restore-${Date.now()}.sqlite`)
  let unpacked: string | undefined
  try {
    mkdirSync(dataFolder, { recursive: true })
    unpacked = (await isTar(file)) ? mkdtempSync(join(dataFolder, 'restore-')) : undefined
    const backup = unpacked === undefined ? file : await unpackBackup(file, unpacked)
    if (databaseUrl === undefined) await replaceDatabase(databaseFile(dataFolder), backup, kept)
    else await (await import('../storage/moving/fill-postgres.ts')).fillPostgres(backup, databaseUrl, { keptAs: kept })
    await restoreUploads(backup, dataFolder)
  } catch (error) {
    const isBackup = databaseUrl !== undefined || error instanceof UnusableDatabase
    const verdict = isBackup ? 'cannot be restored' : 'is not a backup of Showcaller'
    throw new ConfigError(`${file} ${verdict}: ${(error as Error).message}.`)
  } finally {
    if (unpacked !== undefined) rmSync(unpacked, { recursive: true, force: true })
    lock?.release()
  }
  process.stdout.write(`Restored ${file}.${existsSync(kept) ? ` What was there before is in ${kept}.` : ''}\n`)
  return 0
}
