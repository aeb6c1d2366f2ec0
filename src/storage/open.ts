import { join } from 'node:path'
import { fs } from '../node-fs.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'

/**
 * The only place that picks an engine. What an effect after a commit throws goes to `onEffectError`; how many writes
 * shared a commit is told to `onBatch`.
 */
export async function openDatabase(
  dataFolder: string,
  onEffectError: (error: unknown) => void,
  databaseUrl?: string,
  onBatch?: (size: number) => void,
): Promise<Database> {
  if (databaseUrl !== undefined) {
    // Loaded only when it is wanted: a start on SQLite pays nothing for it.
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    return openPostgres(databaseUrl, onEffectError, onBatch)
  }
  fs.mkdirSync(dataFolder, { recursive: true })
  return openSqlite(databaseFile(dataFolder), onEffectError, onBatch)
}

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, 'showcaller.sqlite')
}
