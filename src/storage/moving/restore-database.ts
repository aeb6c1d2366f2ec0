import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../open.ts'
import { replaceDatabase } from '../sqlite/files.ts'
import { restoreUploads } from './backup-files.ts'

/**
 * Puts the database of a backup and the uploads beside it into a data folder or into PostgreSQL. Returns the file that
 * keeps the previous database, if there was one. The caller must hold the lock of the folder.
 */
export async function restoreDatabase(
  backup: string,
  { dataFolder, databaseUrl }: { dataFolder: string; databaseUrl?: string | undefined },
): Promise<string | undefined> {
  const kept = join(dataFolder, `before-restore-${Date.now()}.sqlite`)
  if (databaseUrl === undefined) await replaceDatabase(databaseFile(dataFolder), backup, kept)
  else await (await import('./fill-postgres.ts')).fillPostgres(backup, databaseUrl, { keptAs: kept })
  await restoreUploads(backup, dataFolder)
  return existsSync(kept) ? kept : undefined
}
