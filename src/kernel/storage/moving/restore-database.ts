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
  // Uploads are only added, so they come first: a disk that is full then leaves the previous database in place.
  const uploads = async () => void (await restoreUploads(backup, dataFolder))
  if (databaseUrl === undefined) await replaceDatabase(databaseFile(dataFolder), backup, kept, uploads)
  else {
    const { fillPostgres } = await import('./fill-postgres.ts')
    await fillPostgres(backup, databaseUrl, { keptAs: kept })
    await uploads()
  }
  return existsSync(kept) ? kept : undefined
}
