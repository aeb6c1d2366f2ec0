import { join } from 'node:path'
import { fs } from '../node-fs.ts'
import type { Database } from './database.ts'
import { privateFolderMode } from './private-files.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

/**
 * The only place that chooses an engine. Errors of effects after a commit go to `onEffectError`; `onBatch` receives the
 * number of writes that shared a commit. `beforeMigration` runs before a SQLite database of an older version is upgraded.
 */
export async function openDatabase(
  dataFolder: string,
  onEffectError: (error: unknown) => void,
  databaseUrl?: string,
  onBatch?: (size: number) => void,
  beforeMigration?: () => Promise<void>,
): Promise<Database> {
  if (databaseUrl !== undefined) {
    // Loaded only when configured, so that it costs a start on SQLite nothing.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl, onEffectError, onBatch)
  }
  fs.mkdirSync(dataFolder, { recursive: true, mode: privateFolderMode })
  return openSqlite(databaseFile(dataFolder), onEffectError, onBatch, beforeMigration)
}

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, 'showcaller.sqlite')
}
